import type { Store } from '../../store/store.ts';
import type { WorkId } from '../../work/ids.ts';
import { reportPath } from '../../workflows/pdca/documents/places.ts';
import type { PdcaInput } from '../../workflows/pdca/input.ts';
import type { Standing } from './standing.ts';
import type { PdcaEnd } from './start.ts';

/** Why a run is no longer carried on although the lead has not ended it. */
export interface How {
  kind: 'budget' | 'broken' | 'interrupted';
  reason: string;
}

export async function endOf(
  store: Store,
  work: WorkId,
  { options: { feature } }: PdcaInput,
  { next, done, run }: Standing,
  how: How,
): Promise<PdcaEnd> {
  const reported = done.some((one) => one.kind === 'report' && one.result.path !== '');
  const booked = run === undefined ? [] : await store.costs.byStep(work, run);
  const shared = {
    feature,
    report: reported ? reportPath(feature) : null,
    costUsd: booked.reduce((micros, { usd }) => micros + Math.round(usd * 1e6), 0) / 1e6,
    sessions: booked.reduce((sum, { sessions }) => sum + sessions, 0),
    budget: how.kind === 'budget',
    interrupted: how.kind === 'interrupted',
  };
  if (next.kind === 'end') {
    const { kind: _, ...end } = next;
    return { ...end, ...shared, interrupted: false };
  }
  const { phase, mode, score } = next;
  return {
    outcome: how.kind === 'interrupted' ? 'stopped' : 'failed',
    reason: how.reason,
    unresolved: how.kind === 'interrupted' ? [] : [how.reason],
    warnings: [],
    notes: [],
    phase,
    mode,
    score,
    ...shared,
  };
}
