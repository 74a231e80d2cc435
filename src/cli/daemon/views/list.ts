import { openClient } from '../../../api/client.ts';
import type { Item } from '../../../api/items.ts';
import { loadConfig } from '../../../config/load.ts';
import { itemsOf } from '../../../daemon/control/items.ts';
import { systemClock } from '../../../host/clock.ts';
import type { Store } from '../../../store/store.ts';
import { isAutodevError } from '../../../work/errors.ts';
import type { Input } from '../../command.ts';
import { palette } from '../../io.ts';
import { findRepo, knownRepos } from '../../repo/known.ts';
import { itemTable } from './item-table.ts';
import { leftToPerson } from './left-to-person.ts';
import { readStore } from '../stores.ts';

export async function run(input: Input): Promise<void> {
  const { io, json, home, signal } = input;
  const repo = input.text('repo');
  const all = input.flag('all');
  const now = systemClock.now();
  const live = await openClient(home, { signal }).items();
  const { inWork, left } = await readStore(home, async (store) => {
    const found = live ?? (await itemsOf(store, now));
    const skipped = await leftToPerson(store, found);
    const of = (items: readonly Item[]) =>
      items.filter(
        (item) => repo === undefined || `/${item.repo}`.toLowerCase().endsWith(`/${repo}`.toLowerCase()),
      );
    const told = { inWork: of(found), left: of(skipped) };
    if (repo !== undefined && told.inWork.length + told.left.length === 0)
      await mustBeKnown(store, home, repo);
    return told;
  });
  const items = all ? [...inWork, ...left] : inWork;
  const daemon = live === undefined ? 'stopped' : 'running';
  if (json) {
    io.out(`${JSON.stringify({ schema_version: 1, daemon, items })}\n`);
    return;
  }
  if (live === undefined) io.err('the daemon is not running; this is what waits for its time or for you\n');
  if (items.length === 0) io.err('nothing is in work\n');
  else {
    const screen = io.outIsTerminal ? { columns: io.columns, now } : { columns: null, now: null };
    io.out(itemTable(items, { ...screen, dim: palette(io.color).dim }));
  }
  if (!all && left.length > 0)
    io.err(`${left.length} more left to a person (autodev:skip): autodev list --all\n`);
}

async function mustBeKnown(store: Store, home: string, repo: string): Promise<void> {
  // A configuration with a mistake must not keep anybody from looking.
  const loaded = await loadConfig(home).catch((error: unknown) => {
    if (isAutodevError(error, 'invalid_config')) return undefined;
    throw error;
  });
  if (loaded !== undefined) findRepo(await knownRepos(store, loaded), repo);
}
