import type { WorkEvent } from '../../../work/events.ts';

/** Ways a run stops that are nobody's failure. They are thrown so that no step can forget to pass them on. */

/** People changed what the run was frozen from: it starts anew from the changed input. */
export class Superseded extends Error {
  override readonly name = 'Superseded';
}

/** The item was closed, merged, or its author lost our trust: nothing more is to be done. */
export class Dropped extends Error {
  override readonly name = 'Dropped';
}

/** The session did what none may do: nothing of it is used, and a person has to look. */
export class Quarantined extends Error {
  override readonly name = 'Quarantined';
}

/** Another daemon holds the item now: nothing of it is ours to write any more, labels included. */
export class Taken extends Error {
  override readonly name = 'Taken';
}

/** A person stopped it. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled';
}

/** `until` for what does not change by waiting: a person has to decide. */
export const NEVER = Number.MAX_SAFE_INTEGER;

/** Why work is put off although nothing is wrong with the item. */
export type PostponedFor = NonNullable<(WorkEvent & { type: 'item.waiting' })['cause']>;

/** Not now: a budget is used up, the agent cannot work at all, the set-up fails, or there is no sandbox. No attempt is counted. */
export class Postponed extends Error {
  override readonly name = 'Postponed';
  readonly until: number;
  override readonly cause: PostponedFor;

  /** What the session that ended so had cost. */
  readonly costUsd: number;

  constructor(message: string, until: number, cause: PostponedFor = 'budget', costUsd = 0) {
    super(message);
    this.until = until;
    this.cause = cause;
    this.costUsd = costUsd;
  }
}
