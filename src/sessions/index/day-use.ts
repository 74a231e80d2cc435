import { costOf, type Tokens } from '../../work/prices.ts';
import type { Usage } from '../read/harvest.ts';

/** A day's use of one model within a session. */
export interface DayUse extends Tokens {
  day: string;
  model: string;
  messages: number;
}

export function byDayAndModel(usage: readonly Usage[]): Iterable<DayUse> {
  const sums = new Map<string, DayUse>();
  for (const u of usage) {
    const day = u.timestamp?.slice(0, 10) ?? '';
    const key = `${day} ${u.model}`;
    let sum = sums.get(key);
    if (sum === undefined) {
      sum = { day, model: u.model, messages: 0, input: 0, output: 0, cacheWrite: 0, cacheRead: 0 };
      sums.set(key, sum);
    }
    sum.messages += 1;
    sum.input += u.input;
    sum.output += u.output;
    sum.cacheWrite += u.cacheWrite;
    sum.cacheRead += u.cacheRead;
  }
  return sums.values();
}

/** The columns of `daily_costs` after the session. Tokens of a model without a price are kept apart: not free. */
export function costRow(use: DayUse): [string, string, ...number[]] {
  const { day, model, messages, input, output, cacheWrite, cacheRead } = use;
  const tokens = input + output + cacheWrite + cacheRead;
  const dollars = costOf(model, use);
  return [
    day,
    model,
    messages,
    input,
    output,
    cacheWrite,
    cacheRead,
    dollars ?? 0,
    dollars === undefined ? tokens : 0,
  ];
}
