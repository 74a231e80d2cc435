import { pagesOf } from '../../daemon/dashboard/pages.ts';
import { systemClock } from '../../host/clock.ts';
import { chainProblems } from '../../store/chain/check.ts';
import type { Store } from '../../store/store.ts';
import type { CausedEffect } from '../../store/tables/effects.ts';
import type { Input } from '../command.ts';
import { readStore } from '../daemon/stores.ts';
import { findWorkOf } from '../daemon/work-id.ts';
import { sinceGiven } from '../since.ts';
import type { Audit } from './wire.ts';

export async function run(input: Input): Promise<number> {
  const { auditWire, differencesIn } = await import('./wire.ts');
  const { io, json, home } = input;
  const given = input.text('since');
  const since = given === undefined ? Number.NEGATIVE_INFINITY : sinceGiven(given, systemClock.now());
  const audit = await readStore(home, (store) => audited(input, store, since));
  if (json) io.out(`${JSON.stringify(auditWire(audit))}\n`);
  else (await import('./text.ts')).auditText(audit, io);
  return differencesIn(audit) === 0 ? 0 : 1;
}

async function audited(input: Input, store: Store, since: number): Promise<Audit> {
  const work = input.args.length === 0 ? undefined : await findWorkOf(store, input.args);
  const ledger = await store.effects.caused();
  // Loaded now: the flows, which know the addresses, are most of the program.
  const [{ FLOWS }, { registerFlows }] = await Promise.all([
    import('../../compose/flows.ts'),
    import('../../workflows/engine/flows.ts'),
  ]);
  const isWanted = (effect: CausedEffect) =>
    (work === undefined || effect.work === work) && !(Date.parse(effect.createdAt) < since);
  const kept = await store.effects.chain();
  const audit: Audit = {
    effects: ledger.filter(isWanted),
    pages: pagesOf(await store.repositories.list(), registerFlows(FLOWS)),
    chain: { entries: kept.entries.length, head: kept.head, rowsBefore: kept.rowsBefore },
    problems: chainProblems(kept),
    forge: undefined,
  };
  if (!input.flag('verify')) return audit;
  const { verified } = await import('./verify.ts');
  return verified(audit, { home: input.home, ledger, entries: kept.entries });
}
