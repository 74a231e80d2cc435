import type { WorkId } from '../../work/ids.ts';
import type { Pages } from './pages.ts';

/** What the forge gave as its page; else the commit or the item that it is about. */
export function effectPage(
  { work, kind, key, result }: { work: WorkId; kind: string; key: string; result: unknown },
  pages: Pages,
): string | null {
  const told = typeof result === 'object' && result !== null ? result : {};
  if ('url' in told && typeof told.url === 'string' && /^https?:\/\//.test(told.url)) return told.url;
  const item = pages.item(work);
  if (kind === 'review' && 'id' in told && typeof told.id === 'number' && item !== null)
    return `${item}#pullrequestreview-${told.id}`;
  const sha = /\b[0-9a-f]{40}\b/.exec(key)?.[0];
  return sha === undefined ? item : pages.commit(work, sha);
}
