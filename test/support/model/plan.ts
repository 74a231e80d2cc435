import type { Asked } from './request.ts';
import type { Turn } from './turn.ts';

/** A conversation of its own, for a sub-agent or a second prompt: told by a text of its first messages. */
export interface Conversation {
  when: RegExp;
  turns: readonly Turn[];
}

/** Decides the model's next turn. */
export interface Plan {
  next(asked: Asked): Turn;
}

export const LAST: Turn = { say: 'done' };

/** Turns in order. The same request again (a retry) gets the same turn again, unless that was a fault. */
export function openPlan(turns: readonly Turn[], others: readonly Conversation[]): Plan {
  const queues = [...others, { when: /(?:)/, turns }].map(({ when, turns }) => ({ when, left: [...turns] }));
  const given = new Map<string, Turn>();
  return {
    next: ({ messages }) => {
      const key = JSON.stringify(messages);
      const known = given.get(key);
      if (known !== undefined) return known;
      const queue = queues.find(({ when }) => when.test(key));
      const turn = queue?.left.shift() ?? LAST;
      if (!('fault' in turn)) given.set(key, turn);
      return turn;
    },
  };
}
