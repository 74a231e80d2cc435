import type { Site } from '../site.ts';

const MOST = 2_000;

/** Remembers what depends on commits alone: the same SHAs always give the same answer. */
export function memoized<T>(site: Site, key: string, compute: () => Promise<T>): Promise<T> {
  const known = site.memo.get(key) as Promise<T> | undefined;
  if (known !== undefined) return known;
  const made = compute();
  site.memo.set(key, made);
  made.catch(() => site.memo.delete(key));
  if (site.memo.size > MOST) {
    const oldest = site.memo.keys().next().value;
    if (oldest !== undefined) site.memo.delete(oldest);
  }
  return made;
}
