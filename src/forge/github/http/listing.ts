import type { Listing } from '../../forge.ts';
import type { ListPage } from './client.ts';

/** Gathers pages sorted by update, newest first, and stops at the first entry older than the cursor. */
export async function collect<T extends { updated_at: string }>(
  pages: AsyncIterable<ListPage<T>>,
  since: string | null,
): Promise<Listing<T>> {
  const from = since === null ? Number.NEGATIVE_INFINITY : Date.parse(since);
  const seen = new Map<string, T>();
  let unchanged = true;
  let forgeTime = '';
  for await (const page of pages) {
    unchanged &&= page.unchanged;
    // The clock of the first page: what happens between two pages is then found by the next scan.
    forgeTime ||= page.at;
    for (const item of page.items) seen.set(JSON.stringify(item), item);
    const last = page.items.at(-1);
    if (last === undefined || Date.parse(last.updated_at) < from) break;
  }
  return {
    items: [...seen.values()].filter((item) => Date.parse(item.updated_at) >= from),
    unchanged,
    forgeTime,
  };
}
