import type { Git } from '../../host/git/git.ts';

/** Scripts that package managers run without being told to. */
const LIFECYCLE = [
  'preinstall',
  'install',
  'postinstall',
  'preprepare',
  'prepare',
  'postprepare',
  'prepublish',
  'dependencies',
];
/** Other parts of package.json that say what runs, or from where code comes. */
const SECTIONS = [
  'husky',
  'simple-git-hooks',
  'lint-staged',
  'pre-commit',
  'gitHooks',
  'packageManager',
  'publishConfig',
  'devEngines',
];
const LARGEST = 1024 * 1024;

/** The files whose change makes something run by itself, which their names do not tell: `package.json`. */
export async function selfRunning(
  git: Git,
  cwd: string,
  commits: { from: string; to: string },
  files: readonly string[],
): Promise<string[]> {
  const found: string[] = [];
  for (const path of files.filter((file) => /(?:^|\/)package\.json$/i.test(file))) {
    const [before, after] = [
      await runsBy(git, cwd, commits.from, path),
      await runsBy(git, cwd, commits.to, path),
    ];
    if (before !== after) found.push(path);
  }
  return found;
}

/** What of it runs, to be compared. A file that cannot be read differs from every other. */
async function runsBy(git: Git, cwd: string, commit: string, path: string): Promise<string> {
  const done = await git.run(['cat-file', 'blob', `${commit}:${path}`], {
    cwd,
    ok: [128],
    maxOutputBytes: LARGEST,
  });
  if (done.code !== 0) return '{}';
  try {
    const { scripts = {}, ...rest } = JSON.parse(done.stdout.toString('utf8')) as {
      scripts?: Record<string, unknown>;
    };
    const picked = (from: Record<string, unknown>, names: readonly string[]) =>
      Object.fromEntries(names.flatMap((name) => (Object.hasOwn(from, name) ? [[name, from[name]]] : [])));
    return JSON.stringify({ ...picked(scripts, LIFECYCLE), ...picked(rest, SECTIONS) });
  } catch {
    return `unreadable ${commit}`;
  }
}
