import { z } from 'zod';
import type { RepoSettings } from '../engine/settings.ts';
import { meansPath, protectedReason, protects, type ProtectedReason } from './protected-paths.ts';
import { foundSecret, type FoundSecret } from './secrets.ts';

export const patchLimits = z.object({
  /** Beside those that always are. */
  protectedPaths: z.array(z.string()).readonly(),
  /** Absent in what was journaled before it could be said. */
  unprotectedPaths: z.exactOptional(z.array(z.string()).readonly()),
  patchBytes: z.number(),
  patchFiles: z.number(),
});
export type PatchLimits = z.infer<typeof patchLimits>;

/** The limits of a repository as a run freezes them. */
export function limitsOf(settings: RepoSettings): PatchLimits {
  return {
    protectedPaths: settings.protected_paths,
    unprotectedPaths: settings.unprotected_paths,
    patchBytes: settings.max_patch_bytes,
    patchFiles: settings.max_patch_files,
  };
}

/** What a change amounts to, as the limits count it. */
export const measuredPatch = z.object({
  files: z.array(z.string()),
  patchBytes: z.number(),
  /** Absent in what was journaled before they were looked for. */
  secrets: z.exactOptional(z.array(foundSecret)),
  /** Files whose change makes something run by itself, by what is in them. */
  selfRunning: z.exactOptional(z.array(z.string())),
});
export type PatchSize = z.infer<typeof measuredPatch>;

export type PatchProblem =
  | { kind: 'protected'; paths: string[]; reasons: ProtectedReason[] }
  | { kind: 'large'; size: string }
  | { kind: 'secrets'; found: readonly FoundSecret[] };

/** Why a patch may not be published without a person. Pure; the patch itself is always kept. */
export function patchProblems(
  work: Readonly<PatchSize>,
  limits: PatchLimits,
  /** What the caller's own work is about: a PR with lessons changes what agents read, and is never merged unseen. */
  allowed: readonly ProtectedReason[] = [],
): PatchProblem[] {
  const problems: PatchProblem[] = [];
  const found = work.files
    .map((path) => ({ path, why: reasonFor(path, work, limits) }))
    .filter((each) => each.why !== undefined && !allowed.includes(each.why));
  if (found.length > 0)
    problems.push({
      kind: 'protected',
      paths: found.map(({ path }) => path),
      reasons: [...new Set(found.flatMap(({ why }) => why ?? []))],
    });
  const { secrets = [] } = work;
  if (secrets.length > 0) problems.push({ kind: 'secrets', found: secrets });
  if (work.files.length > limits.patchFiles)
    problems.push({ kind: 'large', size: `${work.files.length} files` });
  else if (work.patchBytes > limits.patchBytes)
    problems.push({ kind: 'large', size: `${work.patchBytes} bytes` });
  return problems;
}

/** What is a problem under the limits of this moment and was none under those that a run was frozen with. Pure. */
export function newProblems(work: Readonly<PatchSize>, then: PatchLimits, now: PatchLimits): PatchProblem[] {
  const before = patchProblems(work, then);
  const known = before.flatMap((problem) => (problem.kind === 'protected' ? problem.paths : []));
  const wasLarge = before.some(({ kind }) => kind === 'large');
  const files = work.files.filter((path) => !known.includes(path));
  const since = patchProblems({ ...work, files }, now).filter(({ kind }) => kind === 'protected');
  const large = wasLarge ? [] : patchProblems(work, now).filter(({ kind }) => kind === 'large');
  return [...since, ...large];
}

function reasonFor(
  path: string,
  work: Readonly<PatchSize>,
  limits: PatchLimits,
): ProtectedReason | undefined {
  if (limits.protectedPaths.some((glob) => protects(glob, path))) return 'configured';
  if (limits.unprotectedPaths?.some((glob) => meansPath(glob, path)) === true) return undefined;
  return protectedReason(path) ?? (work.selfRunning?.includes(path) === true ? 'scripts' : undefined);
}
