import type { Git } from '../../host/git.ts';
import type { PatchSize } from '../patch-limits.ts';
import { addedSecrets } from '../secrets.ts';
import { changedPaths, patch, published } from './worktree.ts';

const MOST_SCANNED = 32 * 1024 * 1024;

/** Measures the change between two commits of a worktree; past the limit it only matters that it is too large. */
export async function patchSize(
  git: Git,
  cwd: string,
  from: string,
  to: string,
  most: number,
): Promise<PatchSize> {
  const files = await changedPaths(git, cwd, from, to);
  const { text, truncated } = await patch(git, cwd, from, to, most + 1);
  const scanned = await published(git, cwd, from, to, MOST_SCANNED);
  // What is too much to be looked through is not published either.
  const tooLarge = truncated || scanned.truncated;
  return {
    files,
    patchBytes: tooLarge ? most + 1 : Buffer.byteLength(text),
    secrets: addedSecrets(scanned.text),
  };
}
