import { basename, dirname, join, resolve } from 'node:path';
import { exists } from '../../fs/files.ts';
import { readCapped } from '../../fs/plain-file.ts';
import { isFolder } from '../../fs/sync-files.ts';

export interface GitPlaces {
  /** The top folder of the working tree. */
  root: string;
  /** What decides about history, hooks and settings: nobody in a sandbox may write there. */
  kept: string[];
}

/** A session may have written them: a pipe in their place must not be waited for. */
const pointer = (place: string) => readCapped(place, { cap: 4_096 }).catch(() => undefined);

/** Where git keeps what belongs to this folder; undefined when it is in no working tree. */
export async function gitPlaces(folder: string): Promise<GitPlaces | undefined> {
  for (let root = resolve(folder); ; root = dirname(root)) {
    const place = join(root, '.git');
    if (isFolder(place)) return { root, kept: [place] };
    const text = await pointer(place);
    if (text !== undefined) return { root, kept: [place, ...(await linked(root, text))] };
    if (root === '/') return undefined;
  }
}

/** A worktree's `.git` is a file that names its folder within the clone. Whatever else it names is not shown. */
async function linked(root: string, text: string): Promise<string[]> {
  const named = /^gitdir: (.+)$/m.exec(text)?.[1];
  if (named === undefined) return [];
  const own = resolve(root, named.trim());
  const common = resolve(own, ((await pointer(join(own, 'commondir'))) ?? '').trim());
  const isClone = basename(dirname(own)) === 'worktrees' && dirname(dirname(own)) === common;
  return isClone && (await exists(join(common, 'HEAD'))) && isFolder(join(common, 'objects')) ? [common] : [];
}
