import type { Comment } from '../../../work/issue.ts';
import { standingReviews, type Pull, type Review, type ReviewComment } from '../../../work/pull.ts';
import type { ReviewThread } from '../../../work/pull.ts';
import { isOwnText, marker } from '../../marker.ts';
import { plainLines } from '../../outside-text/plain-lines.ts';
import { isOnlyWords } from '../../outside-text/words-said.ts';
import type { Question, Remark } from './remark.ts';

const LONGEST = 2_000;

/** What people have said on a pull request, as the forge tells it. */
export interface Said {
  pull: Pull;
  threads: readonly ReviewThread[];
  reviews: readonly Review[];
  comments: readonly Comment[];
  logins: readonly string[];
}

export const replyMark = (pull: Pick<Pull, 'repo' | 'number'>, key: string): string =>
  marker('reply', `${pull.repo}#${pull.number}/${key}`);

/** Since when what people say is said to us: always on what we opened ourselves, else from our first review on. */
export function listensSince({ pull, reviews, logins }: Said): string | undefined {
  if (isOwnText(pull, logins)) return '';
  return reviews
    .filter((review) => isOwnText(review, logins))
    .map(({ submittedAt }) => submittedAt)
    .sort()[0];
}

/** Without whom has our trust: that costs a request, so it is asked only of those who said something. Pure. */
export function openRemarks(said: Said): Remark[] {
  const since = listensSince(said);
  if (since === undefined) return [];
  const { pull, threads, reviews, comments, logins } = said;
  const isOurReview = (review: Review) => isOwnText(review, logins);
  const ourReviews = new Set(reviews.filter(isOurReview).map(({ id }) => id));
  const isOurs = (comment: ReviewComment) =>
    isOwnText(comment, logins) ||
    // Our remarks carry no mark of their own; the review that they came with does.
    (logins.includes(comment.author) && comment.reviewId !== null && ourReviews.has(comment.reviewId));
  const standing = standingReviews(reviews, isOurReview).filter((review) => !isOurReview(review));
  const approvedAt = new Map(
    standing.filter(({ state }) => state === 'APPROVED').map((review) => [review.author, review.submittedAt]),
  );
  // Who approved it since, approved it as it is.
  const settled = (author: string, at: string) => (approvedAt.get(author) ?? '') >= at;
  const found: Remark[] = [];
  for (const { id, path, line, outdated, comments: all } of threads) {
    const answered = answeredUpTo(all, logins);
    const open = all
      .filter((comment) => comment.id > answered && !isOurs(comment) && comment.createdAt >= since)
      .filter((comment) => !settled(comment.author, comment.createdAt))
      // What was said to us as a command is no remark.
      .filter(({ body }) => body.trim() !== '' && !isOnlyWords(body))
      .filter(({ body }) => !(answered > 0 && isThanks(body)));
    for (const comment of open)
      found.push({
        key: `t${comment.id}`,
        thread: id,
        author: comment.author,
        path,
        line,
        outdated,
        body: cut(comment.body),
      });
  }
  for (const review of standing) {
    if (review.state !== 'CHANGES_REQUESTED' || review.submittedAt < since) continue;
    const mark = replyMark(pull, `r${review.id}`);
    if (review.body.trim() === '' || isOnlyWords(review.body)) continue;
    if (comments.some((c) => isOwnText(c, logins) && c.body.includes(mark))) continue;
    const { author, body } = review;
    found.push({
      key: `r${review.id}`,
      thread: null,
      author,
      path: '',
      line: null,
      outdated: false,
      body: cut(body),
    });
  }
  return found;
}

/** Each answer names the last remark that it is for: what was said while we worked on that stands above it unanswered. */
function answeredUpTo(thread: readonly ReviewComment[], logins: readonly string[]): number {
  const named = thread
    .filter((comment) => isOwnText(comment, logins))
    .map(({ body }) => Number(/<!-- autodev:reply \S+\/t(\d+) -->\s*$/.exec(body)?.[1] ?? 0));
  return Math.max(0, ...named);
}

/**
 * Questions in the conversation of what we opened ourselves that nobody of us has answered; also in a review that only
 * comments, whose own text stands there too. Pure.
 */
export function openQuestions({ pull, comments, reviews, logins }: Said): Question[] {
  if (!isOwnText(pull, logins)) return [];
  const said = [
    ...comments.map((comment) => ({ ...comment, key: `c${comment.id}` })),
    ...reviews
      .filter(({ state }) => state === 'COMMENTED')
      .map((review) => ({ ...review, key: `r${review.id}` })),
  ];
  return said
    .filter((each) => !isOwnText(each, logins) && asks(each.body) && !isOnlyWords(each.body))
    .filter(({ key }) => {
      const mark = replyMark(pull, key);
      return !comments.some((other) => isOwnText(other, logins) && other.body.includes(mark));
    })
    .map(({ key, author, body }) => ({ key, author, body: cut(body) }));
}

const asks = (body: string) => plainLines(body).some((line) => /[?？](?:["')\s]|$)/.test(line));

/** Said after our answer, these words ask for nothing. */
const isThanks = (body: string) =>
  /^(?:(?:thanks?(?: you)?|thx|ty|ok(?:ay)?|lgtm|great|nice|perfect|got it|makes sense|resolved|agreed|👍|🙏|🎉|감사합니다|고맙습니다|좋습니다|네)[\s.!,]*)+$/iu.test(
    body.trim(),
  );

export const cut = (body: string): string => (body.length > LONGEST ? `${body.slice(0, LONGEST)} […]` : body);
