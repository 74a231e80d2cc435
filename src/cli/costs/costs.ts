import { table } from '../../render/table.ts';
import type { CostKey, CostTotal } from '../../store/tables/costs.ts';
import { dollars } from '../../work/dollars.ts';
import type { Input } from '../command.ts';
import { readStore } from '../daemon/stores.ts';
import { palette } from '../io.ts';
import { spanOf, wireSpan } from './span.ts';

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
  const sum = dollars((totals[0]?.[1] ?? []).reduce((all, { usd }) => all + usd, 0));
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
