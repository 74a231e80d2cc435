import { remove } from '../../../host/fs/files.ts';
import { AutodevError } from '../../../work/errors.ts';
import type { Site } from '../site.ts';
import { gitDirOf } from './bare.ts';

export interface TreeEntry {
  mode: string;
  type: 'blob' | 'tree' | 'commit';
  sha: string;
  size: number;
  name: string;
  path: string;
}

/** A path inside a repository: relative, without `.`, `..`, empty parts, or anything git would refuse. */
export function isContentPath(path: string): boolean {
  return (
    path !== '' &&
    path.length < 4096 &&
    !path.includes('\0') &&
    !path.includes('\\') &&
    path
      .split('/')
      .every((part) => part !== '' && part !== '.' && part !== '..' && part.toLowerCase() !== '.git')
  );
}

/** The entry at a path, or the entries of a folder with `children`. */
export async function readEntries(
  site: Site,
  repo: { id: number },
  commit: string,
  path: string,
  children: boolean,
): Promise<TreeEntry[]> {
  const place = path === '' ? [] : [children ? `${path}/` : path];
  const done = await site.host.git.run(['ls-tree', '-z', '-l', '--full-tree', commit, '--', ...place], {
    gitDir: gitDirOf(site, repo),
    env: { GIT_LITERAL_PATHSPECS: '1' },
  });
  return done.stdout
    .toString('utf8')
    .split('\0')
    .filter((line) => line !== '')
    .map((line) => {
      const tab = line.indexOf('\t');
      const full = line.slice(tab + 1);
      const [mode = '', type = 'blob', sha = '', size = '0'] = line.slice(0, tab).split(/ +/);
      return {
        mode,
        type: type as TreeEntry['type'],
        sha,
        size: Number(size) || 0,
        name: full.split('/').at(-1) ?? '',
        path: full,
      };
    });
}

export async function readBlob(site: Site, repo: { id: number }, sha: string): Promise<Buffer> {
  return (await site.host.git.run(['cat-file', 'blob', sha], { gitDir: gitDirOf(site, repo) })).stdout;
}

export async function writeBlob(site: Site, repo: { id: number }, content: Uint8Array): Promise<string> {
  return site.host.git.text(['hash-object', '-w', '--stdin'], {
    gitDir: gitDirOf(site, repo),
    input: content,
  });
}

/** The tree of `parent` with one file set to a blob, or removed. A file in the way of a folder is refused. */
export async function treeWith(
  site: Site,
  repo: { id: number },
  parent: string | undefined,
  path: string,
  blob: string | undefined,
): Promise<string> {
  const gitDir = gitDirOf(site, repo);
  const index = `${gitDir}/index-${site.host.random.hex(8)}`;
  const env = { GIT_INDEX_FILE: index };
  try {
    if (parent !== undefined) await site.host.git.run(['read-tree', parent], { gitDir, env });
    const line = blob === undefined ? `0 ${'0'.repeat(40)}\t${path}\0` : `100644 ${blob}\t${path}\0`;
    await site.host.git.run(['update-index', '-z', '--index-info'], { gitDir, env, input: line });
    return await site.host.git.text(['write-tree'], { gitDir, env });
  } catch (error) {
    throw new AutodevError('git_failed', `cannot write ${path}`, { cause: error });
  } finally {
    await remove(index);
  }
}
