import { matchesGlob } from 'node:path';
import type { RepoSettings } from './engine/settings.ts';

export interface PatchLimits {
  protectedPaths: readonly string[];
  patchBytes: number;
  patchFiles: number;
}

/** The limits of a repository as a run freezes them. */
export function limitsOf(settings: RepoSettings): PatchLimits {
  return {
    protectedPaths: settings.protected_paths,
    patchBytes: settings.max_patch_bytes,
    patchFiles: settings.max_patch_files,
  };
}

/** What a change amounts to, as the limits count it. */
export interface PatchSize {
  files: string[];
  patchBytes: number;
}

export type PatchProblem = { kind: 'protected'; paths: string[] } | { kind: 'large'; size: string };

/** Why a patch may not be published without a person. Pure; the patch itself is always kept. */
export function patchProblems(
  work: { files: readonly string[]; patchBytes: number },
  limits: PatchLimits,
): PatchProblem[] {
  const problems: PatchProblem[] = [];
  const paths = work.files.filter((file) => limits.protectedPaths.some((glob) => matchesGlob(file, glob)));
  if (paths.length > 0) problems.push({ kind: 'protected', paths });
  if (work.files.length > limits.patchFiles)
    problems.push({ kind: 'large', size: `${work.files.length} files` });
  else if (work.patchBytes > limits.patchBytes)
    problems.push({ kind: 'large', size: `${work.patchBytes} bytes` });
  return problems;
}
