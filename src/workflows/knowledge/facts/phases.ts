import { parseWorkId, type WorkId } from '../../../work/ids.ts';
import type { DayFacts } from '../report/daily-report.ts';
import type { DayMaterial } from './material.ts';
import { isTask } from './task-name.ts';

/** How long items stood in each phase. A stay counts on the day it ends, also when it began before midnight. */
export function phasesOf({ events, from, to }: DayMaterial): DayFacts['phases'] {
  const standing = new Map<WorkId, { phase: string; since: number }>();
  const stays = new Map<string, { flow: string; phase: string; stays: number; total_ms: number }>();
  const enter = (work: WorkId, phase: string, at: number) => standing.set(work, { phase, since: at });
  const leave = (work: WorkId, at: number) => {
    const stood = standing.get(work);
    standing.delete(work);
    if (stood === undefined || at < from || at >= to) return;
    const flow = parseWorkId(work).type;
    const key = `${flow} ${stood.phase}`;
    const known = stays.get(key) ?? { flow, phase: stood.phase, stays: 0, total_ms: 0 };
    stays.set(key, { ...known, stays: known.stays + 1, total_ms: known.total_ms + at - stood.since });
  };
  for (const event of events) {
    if (!('work' in event) || event.work === null || !isTask(event.work)) continue;
    const at = Date.parse(event.at);
    // Queued again after a crash: how long it stood there before nobody knows.
    if (event.type === 'item.queued') enter(event.work, event.phase, at);
    else if (event.type === 'item.phase') {
      leave(event.work, at);
      enter(event.work, event.to, at);
    } else if (event.type === 'item.left') leave(event.work, at);
  }
  return [...stays.values()]
    .map((each) => ({ ...each, avg_ms: Math.round(each.total_ms / each.stays) }))
    .sort((a, b) => b.total_ms - a.total_ms || (a.flow + a.phase < b.flow + b.phase ? -1 : 1));
}
