import type { Clock } from '../../../host/clock.ts';
import type { Store } from '../../../store/store.ts';
import type { WorkId } from '../../../work/ids.ts';
import { openSerial } from '../../../work/serial.ts';
import { startOfDay } from '../../../work/start-of-day.ts';
import { NEVER, Postponed } from '../stops/interruptions.ts';

export interface Budgets {
  per_item_usd: number;
  per_repo_day_usd: number;
  per_day_usd: number;
}

/** How long an item waits for money that running sessions may give back. */
const HELD_MS = 15_000;

export interface Reserved {
  usd: number;
  release: () => void;
}

/** What is set aside for sessions that run: by this process, or by all machines of a cluster. */
export interface Holds {
  /** One after the other: two that look at the same moment would both see the money that only one can have. */
  inTurn<T>(work: (held: Held) => Promise<T>): Promise<T>;
}

export interface Held {
  all(): Promise<{ repo: string; work: WorkId; usd: number }[]>;
  /** Gives what takes it away again. */
  add(hold: { repo: string; work: WorkId; usd: number }): Promise<() => void>;
}

/** Those of one process, in memory: with it they end. */
export function ownHolds(): Holds {
  const turns = openSerial();
  const held = new Map<symbol, { repo: string; work: WorkId; usd: number }>();
  const own: Held = {
    all: async () => [...held.values()],
    add: async (hold) => {
      const key = Symbol(hold.work);
      held.set(key, hold);
      return () => void held.delete(key);
    },
  };
  return { inTurn: (work) => turns.run('reserve', () => work(own)) };
}

/** Money set aside for sessions that are running, so that several at once cannot overspend together. */
export class Budget {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #holds: Holds;

  constructor(store: Store, clock: Clock, holds: Holds = ownHolds()) {
    this.#store = store;
    this.#clock = clock;
    this.#holds = holds;
  }

  /**
   * Sets aside what one session may cost, before it starts. Nothing left for the item needs a person; nothing left
   * for the day waits until tomorrow. Of sessions that an item has at the same time each gets its part.
   */
  reserve(repo: string, work: WorkId, budgets: Budgets, atOnce = 1): Promise<Reserved> {
    return this.#holds.inTurn((held) => this.#setAside(held, repo, work, budgets, atOnce));
  }

  async #setAside(
    others: Held,
    repo: string,
    work: WorkId,
    budgets: Budgets,
    atOnce: number,
  ): Promise<Reserved> {
    const holds = await others.all();
    const now = this.#clock.now();
    const midnight = startOfDay(now);
    const tomorrow = startOfDay(now, 1);
    const limits = [
      { name: 'of this item', limit: budgets.per_item_usd, where: { work }, until: NEVER },
      {
        name: `of ${repo} for today`,
        limit: budgets.per_repo_day_usd,
        where: { repo, since: midnight },
        until: tomorrow,
      },
      { name: 'for today', limit: budgets.per_day_usd, where: { since: midnight }, until: tomorrow },
    ];
    let usd = Number.POSITIVE_INFINITY;
    for (const { name, limit, where, until } of limits) {
      const held = holds
        .filter((h) => (!('work' in where) || h.work === work) && (!('repo' in where) || h.repo === repo))
        .reduce((sum, h) => sum + h.usd, 0);
      const spent = await this.#store.costs.spent(where);
      const left = limit - spent - held;
      if (left <= 0 && spent < limit) {
        throw new Postponed(
          `what is left of the budget ${name} is set aside for sessions that run`,
          now + HELD_MS,
        );
      }
      if (left <= 0) {
        throw new Postponed(
          `the budget ${name} is used up: $${spent.toFixed(2)} spent and $${held.toFixed(2)} set aside of $${limit.toFixed(2)}`,
          until,
        );
      }
      usd = Math.min(usd, left, (limit - spent) / atOnce);
    }
    return { usd, release: await others.add({ repo, work, usd }) };
  }
}
