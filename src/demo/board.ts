import type { RecordedEvent } from '../work/events.ts';
import { parseWorkId, type WorkId } from '../work/ids.ts';

/** What the demo knows of one item from the events alone. */
export interface BoardItem {
  work: WorkId;
  title: string;
  phase: string;
  label: string;
  reason: string;
  startedAt: number;
  durationMs: number;
  costUsd: number;
  sessions: number;
}

/** The state of all items as a projection of the events. */
export class Board {
  readonly items = new Map<WorkId, BoardItem>();
  /** Who worked on each item, in order. */
  readonly workers = new Map<string, string[]>();
  #now: ReadonlyMap<string, string> = new Map();

  /** Who works on what from now on; gives what was begun since. */
  assign(now: ReadonlyMap<string, string>): { work: WorkId; worker: string }[] {
    const begun = [...this.items.keys()].flatMap((work) => {
      const worker = now.get(work);
      return worker === undefined || this.#now.get(work) === worker ? [] : [{ work, worker }];
    });
    for (const { work, worker } of begun) {
      const before = this.workers.get(work) ?? [];
      if (before.at(-1) !== worker) this.workers.set(work, [...before, worker]);
    }
    this.#now = now;
    return begun;
  }

  worksOn(work: WorkId): string {
    return this.#now.get(work) ?? '';
  }

  /** Of the column that names workers; 0: there are none. */
  workerWidth(): number {
    return Math.max(0, ...[...this.workers.values()].flat().map(({ length }) => length));
  }

  apply(event: RecordedEvent): void {
    const at = Date.parse(event.at);
    switch (event.type) {
      case 'item.queued': {
        const known = this.items.get(event.work);
        const fresh = {
          work: event.work,
          title: event.title,
          phase: event.phase,
          label: 'wip',
          reason: '',
          startedAt: at,
          durationMs: 0,
          costUsd: 0,
          sessions: 0,
        };
        this.items.set(
          event.work,
          known === undefined ? fresh : { ...known, phase: event.phase, label: 'wip', reason: '' },
        );
        break;
      }
      case 'item.phase':
        this.#change(event.work, { phase: event.to });
        break;
      case 'session.finished': {
        const item = this.items.get(event.work);
        if (item !== undefined)
          this.#change(event.work, { costUsd: item.costUsd + event.costUsd, sessions: item.sessions + 1 });
        break;
      }
      case 'item.left': {
        const label = { done: 'done', skip: 'skip', failed: '–', again: '–', waiting: '–', dropped: '–' }[
          event.outcome
        ];
        const item = this.items.get(event.work);
        this.#change(event.work, {
          phase: event.outcome,
          label,
          reason: event.reason,
          durationMs: item === undefined ? 0 : at - item.startedAt,
        });
        break;
      }
    }
  }

  #change(work: WorkId, change: Partial<BoardItem>): void {
    const item = this.items.get(work);
    if (item !== undefined) this.items.set(work, { ...item, ...change });
  }
}

/** `issue #4`, `PR #5`, `merge #5`. */
export function shortName(work: WorkId): string {
  const { type, number } = parseWorkId(work);
  return `${type === 'pr' ? 'PR' : type} #${number}`;
}
