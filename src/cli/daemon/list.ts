import { openClient } from '../../api/client.ts';
import type { Item } from '../../api/items.ts';
import { itemsOf } from '../../daemon/control/items.ts';
import { systemClock } from '../../host/clock.ts';
import type { Input } from '../command.ts';
import { palette } from '../io.ts';
import { at } from '../../api/moments.ts';
import { table } from '../../api/table.ts';
import { readStore } from './stores.ts';

export async function run(input: Input): Promise<void> {
  const { io, json, home, signal } = input;
  const repo = input.text('repo');
  const now = systemClock.now();
  const live = await openClient(home, { signal }).items();
  const all = live ?? (await readStore(home, (store) => itemsOf(store, now)));
  const items = all.filter((item) => repo === undefined || item.repo.toLowerCase() === repo.toLowerCase());
  const daemon = live === undefined ? 'stopped' : 'running';
  if (json) {
    io.out(`${JSON.stringify({ schema_version: 1, daemon, items })}\n`);
    return;
  }
  if (live === undefined) io.err('the daemon is not running; this is what waits for its time or for you\n');
  if (items.length === 0) {
    io.err('nothing is in work\n');
    return;
  }
  io.out(
    table(
      [
        { head: 'ID' },
        { head: 'PHASE' },
        { head: 'COST', right: true },
        { head: 'TITLE' },
        { head: 'WAITS FOR' },
      ],
      items.map((item) => row(item, now)),
      palette(io.color).dim,
    ),
  );
}

function row(item: Item, now: number): string[] {
  const { waiting } = item;
  const until = waiting?.until ? `, ${at(waiting.until, now)}` : '';
  return [
    item.id,
    `${item.running ? '● ' : ''}${item.phase ?? '–'}`,
    `$${item.cost_usd.toFixed(2)}`,
    clip(item.title, 40),
    waiting === null ? '' : `${clip(waiting.reason.split('\n', 1)[0] ?? '', 60)}${until}`,
  ];
}

function clip(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, width - 1)}…`;
}
