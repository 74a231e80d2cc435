import type { Git } from '../../host/git/git.ts';
import { foundAs } from './collect/names.ts';

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
  'pnpm:devPreinstall',
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
  'pnpm',
  'overrides',
  'resolutions',
  'trustedDependencies',
  'allowScripts',
];
const LARGEST = 1024 * 1024;

/** Manifests in which something may be named that runs by itself, and what of them that is. */
const MANIFESTS: readonly [name: string, runs: (text: string) => unknown][] = [
  ['package.json', ofPackage],
  ['composer.json', (text) => picked(objectIn(text), ['scripts', 'repositories', 'config'])],
  // A build script of any name, and a way of building that lies in the repository.
  [
    'cargo.toml',
    (text) => text.match(/\b(?:build|links|workspace|paths)["']?[ \t]*=.*|^[ \t]*\[[ \t]*["']?patch.*/gm),
  ],
  [
    'pyproject.toml',
    (text) =>
      text.match(
        /^[ \t]*\[[ \t]*["']?build-system[^]*?(?=^[ \t]*\[[ \t]*["'\w]|$(?![^]))|^[ \t]*["']?build-system["']?[ \t]*[.=].*/gm,
      ),
  ],
];

/** The files whose change makes something run by itself, which their names do not tell: manifests of packages. */
export async function selfRunning(
  git: Git,
  cwd: string,
  commits: { from: string; to: string },
  files: readonly string[],
): Promise<string[]> {
  const found: string[] = [];
  for (const path of files) {
    const runs = MANIFESTS.find(([name]) => foundAs(path).split('/').at(-1) === name)?.[1];
    if (runs === undefined) continue;
    const before = await runsBy(git, cwd, `${commits.from}:${path}`, runs);
    if (before !== (await runsBy(git, cwd, `${commits.to}:${path}`, runs))) found.push(path);
  }
  return found;
}

/** What of it runs, to be compared. A file that cannot be read differs from every other. */
async function runsBy(git: Git, cwd: string, blob: string, runs: (text: string) => unknown): Promise<string> {
  const done = await git.run(['cat-file', 'blob', blob], { cwd, ok: [128], maxOutputBytes: LARGEST });
  const text = done.code === 0 ? done.stdout.toString('utf8') : '';
  try {
    return JSON.stringify(text === '' ? runs('{}') : runs(text));
  } catch {
    return `unreadable ${blob}`;
  }
}

function ofPackage(text: string): unknown {
  const { scripts = {}, ...rest } = objectIn(text);
  return { ...picked(scripts as Record<string, unknown>, LIFECYCLE), ...picked(rest, SECTIONS) };
}

const objectIn = (text: string) => JSON.parse(text) as Record<string, unknown>;

function picked(from: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.flatMap((name) => (Object.hasOwn(from, name) ? [[name, from[name]]] : [])));
}
