import { pagesOf } from '../../../daemon/dashboard/pages.ts';
import { FLOWS } from '../../../compose/flows.ts';
import { ago } from '../../../render/moments.ts';
import { oneLine } from '../../../render/one-line.ts';
import { table } from '../../../render/table.ts';
import { visible } from '../../../render/visible.ts';
import { cutTo, displayWidth } from '../../../render/width.ts';
import type { Store } from '../../../store/store.ts';
import { parseWorkId, type WorkId, type WorkIdParts } from '../../../work/ids.ts';
import { registerFlows } from '../../../workflows/engine/flows.ts';

/** One item that came to its end and stands on the forge. */
export interface Finished extends WorkIdParts {
  id: WorkId;
  title: string;
  finished_at: string;
  cost_usd: number;
  url: string;
}

/** More than anybody reads in a terminal; the forge has the rest under autodev:done. */
const SHOWN = 200;

/** The newest first, without those that are in work again. */
export async function finishedItems(store: Store, inWork: ReadonlySet<string>): Promise<Finished[]> {
  const pages = pagesOf(await store.repositories.list(), registerFlows(FLOWS));
  const left = (await store.events.lastLeft(['done'], { limit: SHOWN })).filter(
    ({ work }) => !inWork.has(work),
  );
  const works = left.map(({ work }) => work);
  const titles = await store.events.titles(works);
  const spent = await store.costs.spentOn(works);
  return left.flatMap(({ work, at }) => {
    const url = pages.item(work);
    if (url === null) return [];
    return [
      {
        id: work,
        ...parseWorkId(work),
        title: titles.get(work) ?? '',
        finished_at: at,
        cost_usd: spent.get(work) ?? 0,
        url,
      },
    ];
  });
}

const TITLE = 40;
const LEAST = 10;

/** Addresses are never cut: a title gives way, and where that is not enough the line is longer than the terminal. */
export function finishedTable(
  items: readonly Finished[],
  screen: { columns: number | null; now: number | null; dim: (text: string) => string },
): string {
  const cells = items.map((item) => [
    item.id,
    `$${item.cost_usd.toFixed(2)}`,
    ago(item.finished_at, screen.now),
    item.url,
  ]);
  const widths = ['ID', 'COST', 'FINISHED', 'ADDRESS'].map((head, at) =>
    Math.max(head.length, ...cells.map((row) => displayWidth(row[at] ?? ''))),
  );
  const used = widths.reduce((sum, width) => sum + width + 2, 0);
  const room = screen.columns === null ? TITLE : screen.columns - used;
  const title = Math.max(LEAST, Math.min(TITLE, room));
  return table(
    [
      { head: 'ID' },
      { head: 'COST', right: true },
      { head: 'TITLE' },
      { head: 'FINISHED' },
      { head: 'ADDRESS' },
    ],
    items.map((item, row) => {
      const [id = '', cost = '', when = '', url = ''] = cells[row] ?? [];
      return [id, cost, cutTo(visible(oneLine(item.title)), title), when, url];
    }),
    screen.dim,
  );
}
