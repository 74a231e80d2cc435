import type { Item } from '../../../api/items.ts';
import { at } from '../../../render/moments.ts';
import { oneLine } from '../../../render/one-line.ts';
import { table } from '../../../render/table.ts';
import { visible } from '../../../render/visible.ts';
import { cutTo, displayWidth } from '../../../render/width.ts';

const TITLE = 40;
const REASON = 60;
const LEAST = 10;

/** Items as a table; on a terminal no wider than it, titles and reasons giving way. */
export function itemTable(
  items: readonly Item[],
  screen: { columns: number | null; now: number | null; dim: (text: string) => string },
): string {
  const fixed = items.map((item) => [
    item.id,
    `${item.running ? '● ' : ''}${item.phase ?? '–'}`,
    `$${item.cost_usd.toFixed(2)}`,
  ]);
  const widths = ['ID', 'PHASE', 'COST'].map((head, column) =>
    Math.max(head.length, ...fixed.map((row) => displayWidth(row[column] ?? ''))),
  );
  const room =
    screen.columns === null ? Infinity : screen.columns - widths.reduce((sum, width) => sum + width + 2, 2);
  const titles = items.map((item) => visible(oneLine(item.title)));
  const longest = Math.max(5, ...titles.map(displayWidth));
  const title = Math.max(LEAST, Math.min(TITLE, longest, Math.floor(room * 0.4)));
  return table(
    [
      { head: 'ID' },
      { head: 'PHASE' },
      { head: 'COST', right: true },
      { head: 'TITLE' },
      { head: 'WAITS FOR' },
    ],
    items.map((item, row) => [
      ...(fixed[row] ?? []),
      cutTo(titles[row] ?? '', title),
      cutTo(waitText(item, screen.now, room - title), Math.max(LEAST, room - title)),
    ]),
    screen.dim,
  );
}

/** The time stays whole as long as something of the reason does. */
function waitText({ waiting }: Item, now: number | null, room: number): string {
  if (waiting === null) return '';
  const until = waiting.until ? `, ${at(waiting.until, now)}` : '';
  return `${cutTo(visible(oneLine(waiting.reason)), Math.min(REASON, Math.max(LEAST, room - until.length)))}${until}`;
}
