import type { Git } from '../../host/git.ts';
import type { PatchSize } from '../patch-limits.ts';
import { changedPaths, patch } from './worktree.ts';

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
  return { files, patchBytes: truncated ? most + 1 : Buffer.byteLength(text) };
}
