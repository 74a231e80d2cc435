import { readDiff, type FileDiff } from '../git/diff.ts';
import { diffLines, lineAfter, lineInDiff } from '../git/hunks.ts';
import { memoized } from '../http/memo.ts';
import { pullFiles, type PullShas } from './pull-state.ts';
import type { Site } from '../site.ts';
import type { Repository } from '../tables/repositories.ts';
import type { ReviewCommentRow } from '../tables/review-comments.ts';

/** Where a comment stands in the present diff; all null once its line is gone from it ("outdated"). */
export interface CommentPlace {
  outdated: boolean;
  line: number | null;
  start_line: number | null;
  position: number | null;
}

const OUTDATED: CommentPlace = { outdated: true, line: null, start_line: null, position: null };

/** Follows a comment from the commit it was made on to the present head, as GitHub does after a push. */
export async function placeNow(
  site: Site,
  repo: Repository,
  shas: PullShas,
  comment: ReviewCommentRow,
): Promise<CommentPlace> {
  const same = comment.commit_sha === shas.head;
  const since = same ? [] : await changes(site, repo, comment.commit_sha, shas.head);
  const moved = since.find((file) => (file.previousPath ?? file.path) === comment.path);
  if (moved?.status === 'removed') return OUTDATED;
  const path = moved?.path ?? comment.path;
  const patch = (await pullFiles(site, repo, shas)).find((file) => file.path === path)?.patch;
  if (patch === undefined) return OUTDATED;
  if (comment.subject_type === 'file')
    return { outdated: false, line: null, start_line: null, position: comment.position };
  const now = (line: number | null, side: 'LEFT' | 'RIGHT'): number | undefined => {
    if (line === null) return undefined;
    // Lines on the left are the base's: a push to the head does not move them.
    return side === 'LEFT' || moved?.patch === undefined ? line : lineAfter(moved.patch, line);
  };
  const line = now(comment.line, comment.side);
  const found = line === undefined ? undefined : lineInDiff(patch, comment.side, line);
  if (line === undefined || found === undefined) return OUTDATED;
  if (lastLine(found.hunk) !== lastLine(comment.diff_hunk)) return OUTDATED;
  return {
    outdated: false,
    line,
    start_line: now(comment.start_line, comment.start_side ?? comment.side) ?? null,
    position: found.position,
  };
}

/** The line that the comment is on, without the sign before it. */
const lastLine = (hunk: string): string | undefined => hunk.split('\n').at(-1)?.slice(1);

async function changes(site: Site, repo: Repository, from: string, to: string): Promise<FileDiff[]> {
  return memoized(site, `since:${repo.id}:${from}:${to}`, () => readDiff(site, repo, from, to));
}

/** The first line of a file's patch: where a comment on the whole file is put. */
export function topOf(patch: string): { position: number; hunk: string } {
  const [first] = diffLines(patch);
  return { position: first?.position ?? 1, hunk: first?.hunk ?? '' };
}
