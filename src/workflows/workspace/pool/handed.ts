import { join, relative } from 'node:path';
import { listInside, readInside, rootOf } from '../../../host/fs/inside.ts';
import { remove, writeText } from '../../../host/fs/files.ts';
import { sweep, takeStamps, type Found, type Stamps } from './stamps.ts';

/** A worktree as it was handed out, before anybody but git could write there. */
export interface HandedOut {
  /** What changes are counted from. */
  commit: string;
  /** As git wrote it. */
  stamps: Stamps;
  /** As the session finds it: the same until a set-up was run there. */
  found: Found;
  setUp: boolean;
  /** The worktree's own folder within the clone, and the files in it. */
  own: string;
  files: ReadonlyMap<string, Buffer>;
}

/** What a worktree's own folder may hold. Anything else changes what git does there. */
const HARMLESS = new Set([
  'HEAD',
  'ORIG_HEAD',
  'FETCH_HEAD',
  'MERGE_RR',
  'AUTO_MERGE',
  'COMMIT_EDITMSG',
  'commondir',
  'gitdir',
  'index',
  'logs',
  'refs',
]);
const KEPT = ['HEAD', 'commondir', 'gitdir', 'index'];
const LARGEST_INDEX = 512 * 1024 * 1024;

/** The worktree's own folder within the clone. */
export function ownFolder(gitDir: string, worktree: string): string {
  const pointer = readInside(rootOf(worktree), '.git', 4_096)?.toString('utf8') ?? '';
  const own = /^gitdir: (.+)\n$/.exec(pointer)?.[1] ?? '';
  if (!/^worktrees\/[^/]+$/.test(relative(gitDir, own)))
    throw new Error(`${worktree} is no worktree of ours`);
  return own;
}

/** `known`: the stamps, where they need not be taken again. */
export async function handOut(
  gitDir: string,
  worktree: string,
  commit: string,
  known?: Stamps,
): Promise<HandedOut> {
  const own = ownFolder(gitDir, worktree);
  const files = new Map<string, Buffer>();
  for (const name of KEPT) {
    const content = readInside(rootOf(own), name, LARGEST_INDEX);
    if (content !== undefined) files.set(name, content);
  }
  const stamps = known ?? (await takeStamps(worktree));
  return { commit, stamps, found: { stamps, made: new Set() }, setUp: false, own, files };
}

/**
 * Takes everything out of a used worktree that git did not put there, and puts git's own files back. Gives the paths
 * that git has to write again; undefined when it cannot be promised: without a sandbox an agent can leave an operation
 * half done, or worse. Then it must go.
 */
export async function takeBack(
  worktree: string,
  { stamps, own, files }: HandedOut,
): Promise<string[] | undefined> {
  try {
    const entries = await listInside(rootOf(own), '');
    if (entries === undefined) return undefined;
    for (const { name, kind } of entries) {
      const folder = name === 'logs' || name === 'refs';
      if (!HARMLESS.has(name) || kind !== (folder ? 'folder' : 'file')) return undefined;
    }
    const missing = await sweep(worktree, stamps);
    if (missing === undefined) return undefined;
    for (const [name, content] of files) {
      if (readInside(rootOf(own), name, LARGEST_INDEX)?.equals(content)) continue;
      await remove(join(own, name));
      await writeText(join(own, name), content);
    }
    return missing;
  } catch {
    return undefined;
  }
}
