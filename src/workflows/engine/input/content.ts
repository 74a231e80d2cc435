import { hashOf } from './freeze.ts';

/** Hash of what the author wrote. Labels, comments and times are not part of it: we change those ourselves. */
export function contentHash(entry: { title: string; body: string }): string {
  return hashOf({ title: entry.title, body: entry.body });
}
