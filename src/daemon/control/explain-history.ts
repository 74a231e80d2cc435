import { isoTime } from '../../host/clock.ts';
import { LABEL } from '../../work/labels.ts';
import { isOver, type Outcome } from '../../work/standings.ts';
import { NOTHING, type Facts, type Told } from './explain-facts.ts';
import { hoursWait } from './wait.ts';

/** It is in no queue and waits for no time: what happened last says why. */
export function fromHistory(facts: Facts): Told {
  const last = facts.events.findLast((event) =>
    ['item.left', 'item.refused', 'item.waiting', 'item.queued', 'item.phase', 'question.answered'].includes(
      event.type,
    ),
  );
  const nextScan =
    facts.restsUntil === null
      ? { waits_for: 'the next scan', wakes_at: null }
      : activeHours(facts.restsUntil);
  switch (last?.type) {
    case 'item.left':
      if (isOver(last.outcome)) return leftAs(last.outcome, facts);
      return {
        state: 'waiting',
        because: last.reason,
        ...nextScan,
        next: `autodev retry ${facts.id} looks at once`,
      };
    case 'item.refused':
      return {
        state: 'refused',
        because: last.reason,
        ...NOTHING,
        next: 'it is looked at again when it changes',
      };
    case 'item.waiting':
      return {
        state: 'waiting',
        because: last.reason,
        waits_for: last.until === null ? 'the next scan' : 'its time',
        wakes_at: last.until === null ? null : isoTime(last.until),
        next: `autodev retry ${facts.id} tries at once`,
      };
    case 'question.answered': {
      const paused = facts.daemon === 'paused';
      return {
        state: 'waiting',
        because: `it was answered with "${last.answer}"`,
        ...(paused ? { waits_for: 'the daemon, which is paused', wakes_at: null } : nextScan),
        next: paused ? 'autodev resume' : 'nothing; it is taken up again by itself',
      };
    }
    case 'item.queued':
    case 'item.phase':
      return {
        state: 'waiting',
        because: `it was in work (${atWork(facts) ?? 'queued'}) when the daemon stopped; what was finished is kept`,
        ...nextScan,
        next: 'nothing; it is taken up again by itself',
      };
    default:
      return { state: 'unknown', because: 'nothing is recorded about it', ...nextScan, next: 'nothing' };
  }
}

export const ACTIVE_HOURS = { waits_for: 'the active hours of the daemon' };

export function activeHours(from: number): Pick<Told, 'waits_for' | 'wakes_at'> {
  return { ...ACTIVE_HOURS, wakes_at: hoursWait(from)?.until ?? null };
}

export function leftAs(outcome: Outcome, facts: Facts): Told {
  const left = facts.events.findLast(
    (event) => event.type === 'item.left' || event.type === 'question.withdrawn',
  );
  const withdrawn =
    left?.type === 'question.withdrawn' ? `its question was withdrawn: ${left.reason}` : undefined;
  const reason = left?.type === 'item.left' && left.outcome === outcome ? left.reason : withdrawn;
  if (outcome === 'done' && facts.rejected !== undefined)
    return {
      state: 'done',
      because: `it was finished, but ${facts.rejected}`,
      waits_for: 'a person, if it is to be done otherwise',
      wakes_at: null,
      next: `autodev retry ${facts.id} does it once more`,
    };
  if (outcome === 'done')
    return {
      state: 'done',
      because: ['it is finished', endOf(reason, facts.merged)].filter((part) => part !== '').join(': '),
      ...NOTHING,
      next: 'nothing',
    };
  if (outcome === 'dropped')
    return {
      state: 'dropped',
      because: reason ?? '',
      ...NOTHING,
      next: 'it is looked at again when it changes',
    };
  return {
    state: 'skip',
    because: `it is left to a person: ${reason ?? `somebody put ${LABEL.skip} on it`}`,
    waits_for: 'a person',
    wakes_at: null,
    next: `autodev retry ${facts.id}${facts.onForge ? `, or remove the label ${LABEL.skip}` : ''}`,
  };
}

/** How it left, and that it was merged where that does not say so already. */
function endOf(reason = '', merged = ''): string {
  return reason.includes('merged') ? reason : [reason, merged].filter((part) => part !== '').join('; ');
}

export const keptWords = ({ kept }: Facts): string => (kept === undefined ? '' : `; ${kept}`);

/** The newest sign of work since it was queued. */
export function atWork({ events }: Facts): string | undefined {
  const last = events.findLast((event) => event.type === 'step.started' || event.type === 'item.phase');
  if (last?.type === 'step.started') return `step ${last.step}`;
  return last?.type === 'item.phase' ? last.to : undefined;
}
