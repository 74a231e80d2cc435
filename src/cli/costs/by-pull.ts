import { join } from 'node:path';
import { pullOutcomes } from '../../compose/knowledge/pull-outcomes.ts';
import { childEnvironment } from '../../config/environment.ts';
import { loadConfig } from '../../config/load.ts';
import { exists } from '../../host/fs/files.ts';
import type { Forge } from '../../forge/forge.ts';
import { openHost, type Host } from '../../host/host.ts';
import { table } from '../../render/table.ts';
import type { Store } from '../../store/store.ts';
import { dollars } from '../../work/dollars.ts';
import { messageOf } from '../../work/errors.ts';
import { openedFor } from '../../workflows/knowledge/outcomes/opened-for.ts';
import {
  perMerged,
  pullCosts,
  surviving,
  withOutcomes,
  type PullCost,
  type PullCosts,
} from '../../workflows/knowledge/outcomes/pull-costs.ts';
import type { Input } from '../command.ts';
import { readStore, writeStore } from '../daemon/stores.ts';
import { palette } from '../io.ts';
import { wireSpan, type CostSpan } from './span.ts';

/** Dollars by pull request, and what became of it: the forge is asked for what is open, the base clone for the rest. */
export async function costsByPull(input: Input, span: CostSpan): Promise<void> {
  const { home, json, io } = input;
  // What is found out is remembered, where there is anything to remember.
  const open = (await exists(join(home, 'autodev.db'))) ? writeStore : readStore;
  const costs = await open(home, (store) => countedCosts(input, store, span));
  const sums = { ...perMerged(costs), other_usd: costs.rest.usd };
  if (json) {
    const by_pr = costs.pulls.map(wire);
    const total_usd = dollars(costs.pulls.reduce((sum, { usd }) => sum + usd, costs.rest.usd));
    io.out(`${JSON.stringify({ schema_version: 1, ...wireSpan(span), total_usd, ...sums, by_pr })}\n`);
    return;
  }
  if (costs.pulls.length === 0) io.err(`nothing was spent on pull requests ${span.words}\n`);
  else io.out(`${pullTable(costs.pulls, palette(io.color).dim)}\n`);
  const each = sums.usd_per_merged_pr;
  const line = sums.usd_per_surviving_line;
  io.out(
    [
      `${sums.merged} merged, ${sums.reverted} reverted`,
      each === null ? '' : `$${each.toFixed(2)} per merged pull request`,
      line === null ? '' : `$${line.toFixed(4)} per surviving line (${sums.surviving_lines})`,
      `$${sums.other_usd.toFixed(2)} on what led to no pull request`,
    ]
      .filter((part) => part !== '')
      .join('\n') + '\n',
  );
}

async function countedCosts(input: Input, store: Store, { since }: CostSpan): Promise<PullCosts> {
  const { home, io } = input;
  const host = openHost({ env: childEnvironment() });
  const costs = pullCosts(await store.costs.totals('item', since), await openedFor(store));
  let opened: Promise<Forge | undefined> | undefined;
  const forge = () => (opened ??= openForge(input, host, store));
  const parts = { host, store, forge, workspaces: join(home, 'workspaces'), say: io.err };
  return withOutcomes(costs, await pullOutcomes(parts, costs.pulls));
}

/** Loaded only where a pull request is still open: a year of merged ones is answered without it. */
async function openForge({ home, io }: Input, host: Host, store: Store): Promise<Forge | undefined> {
  try {
    const { openForges } = await import('../../compose/repos/forges.ts');
    const { config } = await loadConfig(home);
    return (await openForges(host, config.github, store.etags)).forge;
  } catch (error) {
    io.err(`autodev: the forge cannot be asked: ${messageOf(error)}\n`);
    return undefined;
  }
}

function pullTable(pulls: readonly PullCost[], dim: (text: string) => string): string {
  const count = (n: number | null | undefined) => (n === null || n === undefined ? '–' : String(n));
  return table(
    [
      { head: 'PR' },
      { head: 'COST', right: true },
      { head: 'STATE' },
      { head: 'LINES', right: true },
      { head: '7 DAYS', right: true },
      { head: '30 DAYS', right: true },
    ],
    pulls.map(({ repo, number, usd, outcome }) => [
      `${repo}#${number}`,
      `$${usd.toFixed(2)}`,
      outcome === undefined ? 'unknown' : outcome.reverted ? 'reverted' : (outcome.method ?? outcome.state),
      count(outcome?.linesAdded),
      count(outcome?.survived7),
      count(outcome?.survived30),
    ]),
    dim,
  );
}

function wire(pull: PullCost) {
  const { repo, number, usd, tokens, items, outcome } = pull;
  const lines = surviving(pull);
  return {
    key: `${repo}#${number}`,
    repo,
    number,
    usd,
    tokens,
    items,
    state: outcome?.state ?? 'unknown',
    merged: outcome?.state === 'merged',
    method: outcome?.method ?? null,
    reverted: outcome?.reverted ?? false,
    merged_at: outcome?.mergedAt ?? null,
    lines_added: outcome?.linesAdded ?? null,
    surviving_7: outcome?.survived7 ?? null,
    surviving_30: outcome?.survived30 ?? null,
    usd_per_surviving_line: lines === null || lines === 0 ? null : dollars(usd / lines),
  };
}
