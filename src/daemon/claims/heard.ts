import type { Comment } from '../../work/issue.ts';
import type { WorkItem } from '../../work/item.ts';
import { isOwnText, marker } from '../../workflows/marker.ts';
import type { DaemonParts } from '../parts.ts';

/**
 * Which words in comments were heard, in the status comment: another life of ours, and another daemon, have no record
 * of ours. A reaction says it to people only: with one identity the same reaction may be the person's own.
 */
export const HEARD_LINE = /<!-- autodev:heard (\S+) -->\n/;
/** Older ones were said too long ago to be heard again. */
const MOST = 50;

type At = Pick<WorkItem, 'repo' | 'number'>;
type Kept = Pick<DaemonParts, 'store'>;

const keyOf = ({ repo, number }: At): string => `heard ${repo}#${number}`;

const idsIn = (body: string): string[] => HEARD_LINE.exec(body)?.[1]?.split('.') ?? [];

export function isHeard(comments: readonly Comment[], logins: readonly string[], id: string): boolean {
  return comments.some((comment) => isOwnText(comment, logins) && idsIn(comment.body).includes(id));
}

/** The line of the status comment that tells of them; empty when none was heard. */
export async function heardLine({ store }: Kept, at: At): Promise<string> {
  const ids = await store.meta.get(keyOf(at));
  return ids === undefined ? '' : `${marker('heard', ids)}\n`;
}

/** Remembered here; it shows with the next status. */
export async function rememberHeard({ store }: Kept, at: At, id: string): Promise<void> {
  const known = (await store.meta.get(keyOf(at)))?.split('.') ?? [];
  const ids = [...known.filter((each) => each !== id), id].slice(-MOST);
  await store.meta.set(keyOf(at), ids.join('.'));
}
