import { costOf, type Tokens } from '../../../work/prices.ts';
import type { Usage } from '../../read/harvest.ts';

/** A day's use of one model within a session. */
export interface DayUse extends Tokens {
  day: string;
  model: string;
  messages: number;
}

export function byDayAndModel(usage: readonly Usage[]): DayUse[] {
  const sums = new Map<string, Map<string, DayUse>>();
  let day = '';
  for (const u of usage) {
    // The same day as before, nearly always.
    if (u.timestamp === null) day = '';
    else if (day === '' || !u.timestamp.startsWith(day)) day = u.timestamp.slice(0, 10);
    const byModel = mapIn(sums, day);
    let sum = byModel.get(u.model);
    if (sum === undefined) {
      sum = { day, model: u.model, messages: 0, input: 0, output: 0, cacheWrite: 0, cacheRead: 0 };
      byModel.set(u.model, sum);
    }
    sum.messages += 1;
    sum.input += u.input;
    sum.output += u.output;
    sum.cacheWrite += u.cacheWrite;
    sum.cacheRead += u.cacheRead;
  }
  return [...sums.values()].flatMap((byModel) => [...byModel.values()]);
}

function mapIn(maps: Map<string, Map<string, DayUse>>, key: string): Map<string, DayUse> {
  let found = maps.get(key);
  if (found === undefined) {
    found = new Map();
    maps.set(key, found);
  }
  return found;
}

/** Costs are added up as whole billionths of a dollar: what a token costs is a whole number of them, nearly always. */
export const PER_DOLLAR = 1e9;

/** Messages, the four kinds of tokens, billionths of a dollar, and the tokens of a model without a price: not free. */
export function costNumbers(use: DayUse): number[] {
  const { model, messages, input, output, cacheWrite, cacheRead } = use;
  const dollars = costOf(model, use);
  return [
    messages,
    input,
    output,
    cacheWrite,
    cacheRead,
    Math.round((dollars ?? 0) * PER_DOLLAR),
    dollars === undefined ? input + output + cacheWrite + cacheRead : 0,
  ];
}
