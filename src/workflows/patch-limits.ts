import { matchesGlob } from 'node:path';
import type { RepoSettings } from './engine/settings.ts';
import type { FoundSecret } from './secrets.ts';

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
  /** Absent in what was journaled before they were looked for. */
  secrets?: FoundSecret[];
}

export type PatchProblem =
  | { kind: 'protected'; paths: string[] }
  | { kind: 'large'; size: string }
  | { kind: 'secrets'; found: readonly FoundSecret[] };

/** Why a patch may not be published without a person. Pure; the patch itself is always kept. */
export function patchProblems(work: Readonly<PatchSize>, limits: PatchLimits): PatchProblem[] {
  const problems: PatchProblem[] = [];
  const paths = work.files.filter((file) => limits.protectedPaths.some((glob) => matchesGlob(file, glob)));
  if (paths.length > 0) problems.push({ kind: 'protected', paths });
  const { secrets: found = [] } = work;
  if (found.length > 0) problems.push({ kind: 'secrets', found });
  if (work.files.length > limits.patchFiles)
    problems.push({ kind: 'large', size: `${work.files.length} files` });
  else if (work.patchBytes > limits.patchBytes)
    problems.push({ kind: 'large', size: `${work.patchBytes} bytes` });
  return problems;
}
