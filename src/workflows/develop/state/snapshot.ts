import { isAbsolute, join, relative } from 'node:path';
import type { Host } from '../../../host/host.ts';
import { FOLDER } from './place.ts';

/** What a verdict speaks of: the files as they lie there, committed or not. Null outside of git. */
export interface Snapshot {
  commit: string | null;
  tree: string | null;
}

/**
 * Writes the working files as a tree of git, through an index of its own: neither index nor files change. What autodev
 * itself keeps is no part of it, also where `home` (AUTODEV_HOME) lies inside the project.
 */
export async function snapshot(host: Host, root: string, home?: string): Promise<Snapshot> {
  const { git } = host;
  if (!(await git.succeeds(['rev-parse', '--git-dir'], { cwd: root }))) return { commit: null, tree: null };
  const head = await git.run(['rev-parse', '--verify', '-q', 'HEAD^{commit}'], { cwd: root, ok: [1, 128] });
  const commit = head.code === 0 ? head.stdout.toString('utf8').trim() : null;
  const tmp = await host.files.temporaryFolder();
  try {
    const options = { cwd: root, env: { GIT_INDEX_FILE: join(tmp.path, 'index') } };
    if (commit !== null) await git.run(['read-tree', commit], options);
    await git.run(['add', '-A', '--', '.'], options);
    const own = [FOLDER, ...inside(root, home)];
    await git.run(['rm', '-r', '-q', '--cached', '--ignore-unmatch', '--', ...own], options);
    return { commit, tree: await git.text(['write-tree'], options) };
  } finally {
    await tmp.remove();
  }
}

function inside(root: string, home: string | undefined): string[] {
  const path = home === undefined ? '' : relative(root, home);
  return path === '' || path.startsWith('..') || isAbsolute(path) ? [] : [`:(literal)${path}`];
}

export async function pathsBetween(
  host: Host,
  root: string,
  from: string,
  to: string,
): Promise<string[] | undefined> {
  const done = await host.git.run(['diff-tree', '-r', '-z', '--name-only', '--no-renames', from, to], {
    cwd: root,
    ok: [128],
  });
  // The earlier tree may have been pruned: then nothing can be said.
  if (done.code !== 0) return undefined;
  return done.stdout
    .toString('utf8')
    .split('\0')
    .filter((path) => path !== '');
}

const DIFF_CAP = 400_000;

export async function diffBetween(host: Host, root: string, from: string, to: string): Promise<string> {
  const done = await host.git.run(['diff', '--no-color', '--no-ext-diff', '--find-renames', from, to], {
    cwd: root,
    ok: [128],
    maxOutputBytes: DIFF_CAP,
  });
  return done.code === 0 ? done.stdout.toString('utf8') : '';
}
