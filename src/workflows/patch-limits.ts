import { matchesGlob } from 'node:path';

export interface PatchLimits {
  protectedPaths: readonly string[];
  patchBytes: number;
  patchFiles: number;
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
