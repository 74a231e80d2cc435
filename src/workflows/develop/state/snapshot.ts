import { isAbsolute, join, relative } from 'node:path';
import { makeFolder, writeText } from '../../../host/fs/files.ts';
import { readCapped } from '../../../host/fs/plain-file.ts';
import type { GitOptions } from '../../../host/git/git.ts';
import type { Host } from '../../../host/host.ts';
import { FOLDER } from './place.ts';

/** What a verdict speaks of: the files as they lie there, committed or not. Null outside of git. */
export interface Snapshot {
  commit: string | null;
  tree: string | null;
}

const EXCLUDE_CAP = 1024 * 1024;

/**
 * Writes the working files as a tree of git: neither index nor files change. A repository that an agent could write in
 * may name filters and drivers that git would run, outside every sandbox: git looks at the files through a folder of
 * its own, whose settings are ours, and only the objects go to the repository. What autodev itself keeps is no part of
 * it, also where `home` (AUTODEV_HOME) lies inside the project.
 */
export async function snapshot(host: Host, root: string, home?: string): Promise<Snapshot> {
  const { git } = host;
  if (!(await git.succeeds(['rev-parse', '--git-dir'], { cwd: root }))) return { commit: null, tree: null };
  const head = await git.run(['rev-parse', '--verify', '-q', 'HEAD^{commit}'], { cwd: root, ok: [1, 128] });
  const commit = head.code === 0 ? head.stdout.toString('utf8').trim() : null;
  const tmp = await host.files.temporaryFolder();
  try {
    const options = await ownGit(host, root, join(tmp.path, 'git'));
    if (commit !== null) await git.run(['read-tree', commit], options);
    await git.run(['add', '-A', '--', '.'], options);
    const own = [FOLDER, ...inside(root, home)];
    await git.run(['rm', '-r', '-q', '--cached', '--ignore-unmatch', '--', ...own], options);
    return { commit, tree: await git.text(['write-tree'], options) };
  } finally {
    await tmp.remove();
  }
}

/** A git folder with nothing of the repository's but its objects and what it leaves out. */
async function ownGit({ git }: Host, root: string, gitDir: string): Promise<GitOptions> {
  const said = await git.text(
    ['rev-parse', '--show-object-format', '--path-format=absolute', '--show-toplevel', '--git-common-dir'],
    { cwd: root },
  );
  const [format = 'sha1', top = root, common = ''] = said.split('\n');
  await git.run(['init', '-q', '--bare', `--object-format=${format}`, gitDir]);
  const excluded = await readCapped(join(common, 'info', 'exclude'), { cap: EXCLUDE_CAP });
  await makeFolder(join(gitDir, 'info'));
  if (excluded !== undefined) await writeText(join(gitDir, 'info', 'exclude'), excluded);
  return { cwd: root, gitDir, env: { GIT_WORK_TREE: top, GIT_OBJECT_DIRECTORY: join(common, 'objects') } };
}

function inside(root: string, home: string | undefined): string[] {
  const path = home === undefined ? '' : relative(root, home);
  return path === '' || path.startsWith('..') || isAbsolute(path) ? [] : [`:(literal)${path}`];
}

/** Compares trees where no attributes of the project could hide a difference or name a program that shows it. */
const betweenTrees = async ({ git }: Host, root: string) => {
  const gitDir = await git.text(['rev-parse', '--path-format=absolute', '--git-common-dir'], { cwd: root });
  return { gitDir, cwd: gitDir, ok: [128] };
};

export async function pathsBetween(
  host: Host,
  root: string,
  from: string,
  to: string,
): Promise<string[] | undefined> {
  const args = ['diff-tree', '-r', '-z', '--name-only', '--no-renames', from, to];
  const done = await host.git.run(args, await betweenTrees(host, root));
  // The earlier tree may have been pruned: then nothing can be said.
  if (done.code !== 0) return undefined;
  return done.stdout
    .toString('utf8')
    .split('\0')
    .filter((path) => path !== '');
}

const DIFF_CAP = 400_000;

export async function diffBetween(host: Host, root: string, from: string, to: string): Promise<string> {
  const args = ['diff', '--text', '--no-color', '--no-ext-diff', '--no-textconv', '--find-renames', from, to];
  const place = await betweenTrees(host, root);
  const done = await host.git.run(args, { ...place, maxOutputBytes: DIFF_CAP });
  return done.code === 0 ? done.stdout.toString('utf8') : '';
}
