import { openClient } from '../../../api/control/client.ts';
import type { Item } from '../../../api/items.ts';
import { itemsLeftBehind } from '../../../daemon/control/items.ts';
import { systemClock } from '../../../host/clock.ts';
import type { Store } from '../../../store/store.ts';
import { isAutodevError } from '../../../work/errors.ts';
import { parseWorkId } from '../../../work/ids.ts';
import type { Input } from '../../command.ts';
import { palette } from '../../io.ts';
import type { Finished } from './finished.ts';
import { itemTable } from './item-table.ts';
import { leftToPerson } from './left-to-person.ts';
import { readStore } from '../stores.ts';

interface Listed {
  inWork: Item[];
  /** Left to a person. */
  left: Item[];
  /** Only with --all. */
  finished: Finished[];
  /** A daemon is at it: this home's, or the leader of its cluster. */
  runs: boolean;
}

export async function run(input: Input): Promise<void> {
  const { io, json, home, signal } = input;
  const all = input.flag('all');
  const now = systemClock.now();
  const live = await openClient(home, { signal }).items();
  const { inWork, left, finished, runs } = await readStore(home, (store) => listed(input, store, live, now));
  const items = all ? [...inWork, ...left] : inWork;
  const daemon = runs ? 'running' : 'stopped';
  if (json) {
    io.out(`${JSON.stringify({ schema_version: 1, daemon, items, ...(all ? { finished } : {}) })}\n`);
    return;
  }
  if (daemon === 'stopped') io.err('the daemon is not running; this is what waits for its time or for you\n');
  if (items.length === 0) io.err('nothing is in work\n');
  const screen = {
    ...(io.outIsTerminal ? { columns: io.columns, now } : { columns: null, now: null }),
    dim: palette(io.color).dim,
  };
  if (items.length > 0) io.out(itemTable(items, screen));
  if (finished.length > 0) {
    const { finishedTable } = await import('./finished.ts');
    io.out(`${items.length > 0 ? '\n' : ''}${finishedTable(finished, screen)}`);
  }
  if (!all && left.length > 0)
    io.err(`${left.length} more left to a person (autodev:skip): autodev list --all\n`);
}

async function listed(input: Input, store: Store, live: Item[] | undefined, now: number): Promise<Listed> {
  const repo = input.text('repo');
  const { sharedItems } = await import('../../../daemon/cluster/shared-status.ts');
  const elsewhere = live === undefined ? await sharedItems(store) : undefined;
  const found = live ?? elsewhere ?? (await itemsLeftBehind(store, now));
  const skipped = await leftToPerson(store, found);
  const finished = input.flag('all') ? await finishedOf(store, [...found, ...skipped]) : [];
  const of = <T extends { id: string }>(items: readonly T[]) =>
    items.filter(
      ({ id }) =>
        repo === undefined || `/${parseWorkId(id).repo}`.toLowerCase().endsWith(`/${repo}`.toLowerCase()),
    );
  const told = { inWork: of(found), left: of(skipped), finished: of(finished) };
  const runs = live !== undefined || elsewhere !== undefined;
  if (repo !== undefined && Object.values(told).every(({ length }) => length === 0))
    await mustBeKnown(store, input.home, repo);
  return { ...told, runs };
}

/** Loaded when it is asked for: the flows, which know the addresses, are most of the program. */
async function finishedOf(store: Store, others: readonly Item[]): Promise<Finished[]> {
  const { finishedItems } = await import('./finished.ts');
  return finishedItems(store, new Set(others.map(({ id }) => id)));
}

async function mustBeKnown(store: Store, home: string, repo: string): Promise<void> {
  const [{ loadConfig }, { findRepo, knownRepos }] = await Promise.all([
    import('../../../config/load.ts'),
    import('../../repo/known.ts'),
  ]);
  // A configuration with a mistake must not keep anybody from looking.
  const loaded = await loadConfig(home).catch((error: unknown) => {
    if (isAutodevError(error, 'invalid_config')) return undefined;
    throw error;
  });
  if (loaded !== undefined) findRepo(await knownRepos(store, loaded), repo);
}
