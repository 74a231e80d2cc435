import { startOfDay } from '../../../work/start-of-day.ts';
import { systemClock } from '../../../host/clock.ts';
import type { CostTotal } from '../../../store/tables/costs.ts';
import type { Input } from '../../command.ts';
import { palette } from '../../io.ts';
import { table } from '../../../render/table.ts';
import { readStore } from '../stores.ts';

const KINDS = ['day', 'repo', 'item', 'role'] as const;

export async function run(input: Input): Promise<void> {
  const { io, json, home } = input;
  const by = input.oneOf('by', KINDS);
  const days = input.int('days', { min: 1, max: 36_500 }) ?? 30;
  const since = startOfDay(systemClock.now(), 1 - days);
  const kinds = by === undefined ? KINDS : [by];
  const totals = await readStore(home, async (store) =>
    Promise.all(kinds.map(async (kind) => [kind, await store.costs.totals(kind, since)] as const)),
  );
  const sum = (totals[0]?.[1] ?? []).reduce((all, { usd }) => all + usd, 0);
  if (json) {
    const told = Object.fromEntries(totals.map(([kind, rows]) => [`by_${kind}`, rows.map(wire)]));
    io.out(`${JSON.stringify({ schema_version: 1, days, total_usd: sum, ...told })}\n`);
    return;
  }
  if (sum === 0) io.err(`nothing was spent in the last ${days} days\n`);
  const { dim, bold } = palette(io.color);
  for (const [kind, rows] of totals) {
    if (rows.length === 0) continue;
    io.out(
      `${table(
        [{ head: kind.toUpperCase() }, { head: 'STEPS', right: true }, { head: 'COST', right: true }],
        rows.map(({ key, usd, steps }) => [key, String(steps), `$${usd.toFixed(2)}`]),
        dim,
      )}\n`,
    );
  }
  io.out(`${bold(`$${sum.toFixed(2)}`)} in ${days === 1 ? 'one day' : `${days} days`}\n`);
}

const wire = ({ key, usd, steps }: CostTotal) => ({ key, usd, steps });
