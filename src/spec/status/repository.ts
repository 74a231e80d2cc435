import { join } from 'node:path';
import type { Git } from '../../host/git/git.ts';
import type { FileState } from './module-files.ts';

/** Where a project lies in its repository. */
export interface Repository {
  gitDir: string;
  commonDir: string;
  /** From the top of the repository to the project's root, with a slash at the end, or empty. */
  prefix: string;
}

/** The repository a folder is part of; undefined outside of any. */
export async function findRepository(git: Git, root: string): Promise<Repository | undefined> {
  const done = await git.run(
    [
      'rev-parse',
      '--path-format=absolute',
      '--is-inside-work-tree',
      '--git-dir',
      '--git-common-dir',
      '--show-prefix',
    ],
    { cwd: root, ok: [128] },
  );
  const [inside, gitDir, commonDir, prefix] = done.stdout.toString('utf8').split('\n');
  if (done.code !== 0 || inside !== 'true' || gitDir === undefined || commonDir === undefined)
    return undefined;
  return { gitDir, commonDir, prefix: prefix ?? '' };
}

/** The commit that is checked out; undefined before the first one. */
export async function headCommit(git: Git, root: string): Promise<string | undefined> {
  const done = await git.run(['rev-parse', '--quiet', '--verify', 'HEAD^{commit}'], {
    cwd: root,
    ok: [1, 128],
  });
  return done.code === 0 ? done.stdout.toString('utf8').trim() : undefined;
}

const OUTPUT = 2 ** 30;

/** Every file below the root that git tracks or would track, with its state. Submodules are other projects. */
export async function listFiles(
  git: Git,
  root: string,
  prefix: string,
  signal?: AbortSignal,
): Promise<FileState[]> {
  const options = { cwd: root, maxOutputBytes: OUTPUT, signal };
  const [tracked, status] = await Promise.all([
    git.run(['ls-files', '--stage', '-z'], options),
    git.run(
      [
        'status',
        '--porcelain=v1',
        '-z',
        '--no-renames',
        '--untracked-files=all',
        '--ignore-submodules=all',
        '--',
        '.',
      ],
      options,
    ),
  ]);
  const states = new Map<string, string>();
  for (const entry of status.stdout.toString('utf8').split('\0'))
    if (entry !== '') states.set(entry.slice(3 + prefix.length), entry.slice(0, 2));
  const files = new Map<string, FileState>();
  for (const entry of tracked.stdout.toString('utf8').split('\0')) {
    const tab = entry.indexOf('\t');
    if (tab === -1 || entry.startsWith('160000')) continue;
    const path = entry.slice(tab + 1);
    const state = states.get(path);
    states.delete(path);
    files.set(path, {
      path,
      committed: state === undefined || !/^A| A|^\?/.test(state),
      present: state?.[1] !== 'D',
      uncommitted: state !== undefined,
    });
  }
  for (const [path, state] of states) {
    // Removed from the index: gone, or left behind as an untracked file (told by another entry of its own).
    if (path.endsWith('/')) continue;
    const present = state === '??';
    files.set(path, { path, committed: false, present, uncommitted: true });
  }
  return [...files.values()];
}

/** Folders without any file git would track: a spec may appear in them unseen by their parents. */
export async function emptyFolders(git: Git, root: string): Promise<string[]> {
  const done = await git.run(['ls-files', '--others', '--exclude-standard', '--directory', '-z'], {
    cwd: root,
    maxOutputBytes: OUTPUT,
  });
  return done.stdout
    .toString('utf8')
    .split('\0')
    .filter((path) => path.endsWith('/'))
    .map((path) => path.slice(0, -1));
}

/** The files of a repository that change when HEAD, the index or what is ignored does. */
export function repositoryFiles({ gitDir, commonDir }: Repository, branch: string | undefined): string[] {
  return [
    join(gitDir, 'HEAD'),
    join(gitDir, 'index'),
    ...(branch === undefined ? [] : [join(commonDir, branch)]),
    join(commonDir, 'packed-refs'),
    join(commonDir, 'reftable', 'tables.list'),
    join(commonDir, 'shallow'),
    join(commonDir, 'info', 'exclude'),
    join(commonDir, 'config'),
  ];
}
