import type { ModuleFiles } from './module-files.ts';

export type Reason = 'uncommitted' | 'outdated' | 'no_source';

export interface StatusTarget {
  dir: string;
  reasons: Reason[];
  mode: 'create' | 'update';
}

/** The output of `autodev spec status`: what an incremental compile has to do. */
export interface SpecStatus {
  targets: StatusTarget[];
  up_to_date: string[];
}

/** The last commit of a set of files. `rank` orders commits of the same second: the later one is lower. */
export interface LastCommit {
  time: number;
  rank: number;
}

export interface ModuleHistory {
  spec: LastCommit | undefined;
  source: LastCommit | undefined;
}

export function decideStatus(
  modules: readonly ModuleFiles[],
  historyOf: (dir: string) => ModuleHistory,
): SpecStatus {
  const status: SpecStatus = { targets: [], up_to_date: [] };
  for (const { dir, uncommitted, hasSource } of modules) {
    const reasons: Reason[] = [
      ...(uncommitted ? (['uncommitted'] as const) : []),
      ...(isOutdated(historyOf(dir)) ? (['outdated'] as const) : []),
      ...(hasSource ? [] : (['no_source'] as const)),
    ];
    if (reasons.length === 0) status.up_to_date.push(dir);
    else status.targets.push({ dir, reasons, mode: hasSource ? 'update' : 'create' });
  }
  return status;
}

/** The spec was committed after the source. Together is up to date; what was never committed is not outdated. */
export function isOutdated({ spec, source }: ModuleHistory): boolean {
  if (spec === undefined || source === undefined) return false;
  return spec.time > source.time || (spec.time === source.time && spec.rank < source.rank);
}
