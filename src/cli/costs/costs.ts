import { isoTime, systemClock } from '../../host/clock.ts';
import { table } from '../../render/table.ts';
import { sinceOf } from '../../sessions/perspectives/since.ts';
import type { CostKey, CostTotal } from '../../store/tables/costs.ts';
import { daySpan, isDay } from '../../work/day.ts';
import { AutodevError } from '../../work/errors.ts';
import { startOfDay } from '../../work/start-of-day.ts';
import type { Input } from '../command.ts';
import { readStore } from '../daemon/stores.ts';
import { palette } from '../io.ts';

const KINDS = ['day', 'repo', 'item', 'model', 'role'] as const satisfies readonly CostKey[];

export async function run(input: Input): Promise<void> {
  const { io, json, home } = input;
  const by = input.oneOf('by', [...KINDS, 'pr']);
  const span = spanOf(input);
  if (by === 'pr') {
    const { costsByPull } = await import('./by-pull.ts');
    return costsByPull(input, span);
  }
  const kinds = by === undefined ? KINDS : [by];
  const totals = await readStore(home, async (store) =>
    Promise.all(kinds.map(async (kind) => [kind, await store.costs.totals(kind, span.since)] as const)),
  );
  const sum = (totals[0]?.[1] ?? []).reduce((all, { usd }) => all + usd, 0);
  if (json) {
    const told = Object.fromEntries(totals.map(([kind, rows]) => [`by_${kind}`, rows.map(wire)]));
    io.out(`${JSON.stringify({ schema_version: 1, ...wireSpan(span), total_usd: sum, ...told })}\n`);
    return;
  }
  if (sum === 0) io.err(`nothing was spent ${span.words}\n`);
  const { dim, bold } = palette(io.color);
  for (const [kind, rows] of totals) {
    if (rows.length === 0) continue;
    io.out(
      `${table(
        [
          { head: kind.toUpperCase() },
          { head: 'STEPS', right: true },
          { head: 'TOKENS', right: true },
          { head: 'COST', right: true },
        ],
        rows.map(({ key, usd, tokens, steps }) => [key, String(steps), String(tokens), `$${usd.toFixed(2)}`]),
        dim,
      )}\n`,
    );
  }
  io.out(`${bold(`$${sum.toFixed(2)}`)} ${span.words}\n`);
}

const wire = ({ key, usd, tokens, steps }: CostTotal) => ({ key, usd, tokens, steps });

export interface CostSpan {
  since: number;
  /** Null where a day was named. */
  days: number | null;
  words: string;
}

export const wireSpan = ({ since, days }: CostSpan) => ({ days, since: isoTime(since) });

/** `--since` a day or a span, or the last `--days`. */
function spanOf(input: Input): CostSpan {
  const now = systemClock.now();
  const given = input.text('since');
  const days = input.int('days', { min: 1, max: 36_500 });
  if (given === undefined) {
    const back = days ?? 30;
    const words = back === 1 ? 'in one day' : `in the last ${back} days`;
    return { since: startOfDay(now, 1 - back), days: back, words };
  }
  if (days !== undefined) throw new AutodevError('usage', '--since and --days exclude each other');
  const since = isDay(given) ? daySpan(given).from : Date.parse(sinceOf(given, now) ?? '');
  if (Number.isNaN(since))
    throw new AutodevError('usage', `--since takes a day, a time or a span such as 7d, not "${given}"`);
  return { since, days: null, words: `since ${given}` };
}
