import type { NewReview } from '../../forge/forge.ts';
import { isAutodevError } from '../../work/errors.ts';
import type { StepContext } from '../engine/steps/context.ts';
import { isOurs, marked, marker, remark } from '../marker.ts';
import type { Publishable } from '../model-text/publishable.ts';
import { commentableLines } from './diff-lines.ts';
import { REVIEW_CONTEXT } from './context-name.ts';
import type { PullInput } from './input.ts';
import type { PullResults, Reviewed } from './results.ts';
import { approvalIn, approvalMark, rememberApproval } from './verdict.ts';
import { findingComment, reviewBody } from './texts.ts';

type Context = StepContext<PullInput, PullResults>;

interface Published {
  id: number;
  event: NewReview['event'];
  /** The line of an approval as it was published. */
  approval: string | null;
}

/**
 * One review with its line comments, once. The author cannot approve: with a single identity it is a comment, and
 * the commit status carries the verdict. Lines outside the diff, and those past the cap, move into the body.
 */
export async function postReview(context: Context, result: Reviewed): Promise<Published> {
  const { input, round, run, reviewer, ledger, settings, logins } = context;
  const me = (await reviewer.viewer()).login;
  const event: NewReview['event'] =
    me === input.author ? 'COMMENT' : result.verdict === 'approve' ? 'APPROVE' : 'REQUEST_CHANGES';
  const mark = marker('review', `${run.id}/${round}`);
  const approved = result.verdict === 'approve' ? await approval(context, result.sha) : null;
  const onDiff = commentableLines(await reviewer.files(input.repo, input.number));
  const inline = result.fresh
    .filter((finding) => onDiff(finding.path, finding.line, finding.side))
    .slice(0, settings.max_comments);
  const outside = result.fresh.filter((finding) => !inline.includes(finding));
  const make = (comments: typeof inline, rest: typeof outside): NewReview => ({
    sha: result.sha,
    event,
    body: marked(reviewBody(result, rest, input.language), both(mark, approved)),
    comments: comments.map((finding) => ({
      path: finding.path,
      line: finding.line,
      side: finding.side,
      body: remark(findingComment(finding)),
    })),
  });
  return ledger.perform({
    kind: 'review',
    target: `${result.sha} ${round}`,
    intent: { sha: result.sha, event, round },
    find: async () => {
      const found = (await reviewer.reviews(input.repo, input.number)).find((review) =>
        isOurs(review, mark, logins),
      );
      if (found === undefined) return undefined;
      return { id: found.id, event, approval: approved && approvalIn(found.body) };
    },
    write: async () => {
      const post = (review: NewReview) => reviewer.review(input.repo, input.number, review);
      const { id } = await post(make(inline, outside)).catch((error: unknown) => {
        // The forge counts the diff otherwise than we do: nothing was stored, so the remarks go into the body.
        if (!isAutodevError(error, 'forge_rejected') || inline.length === 0) throw error;
        return post(make([], result.fresh));
      });
      return { id, event, approval: approved };
    },
  });
}

const both = (mark: string, approved: string | null) => (approved === null ? mark : `${mark}\n${approved}`);

/** The line by which merging knows what was approved: this pull request, at this head, into this base, by these rules. */
export function approval(context: Context, sha: string): Promise<string> {
  const { repo, number, baseRef } = context.input;
  return approvalMark({ repo, number, sha, baseRef }, context);
}

/** Recorded last, and as it was said: what the store says has been said on the forge before. */
export async function recordVerdict(context: Context, sha: string, mark: string | null): Promise<void> {
  const { store, work, input } = context;
  const { repo, number, baseRef } = input;
  await rememberApproval(store, { repo, number, sha, baseRef }, mark);
  await store.reviewed.set(work, sha);
}

/** Approved although points are open: our own demand for changes is taken back where we could make one. */
export async function approveOpen(
  context: Context,
  { sha }: Reviewed,
  text: Publishable,
  /** The comment that says so. */
  said: { body: string },
): Promise<void> {
  const { input, round, run, reviewer, ledger, logins } = context;
  const approved = approvalIn(said.body);
  if ((await reviewer.viewer()).login !== input.author) {
    const mark = marker('approval', `${run.id}/${round}`);
    await ledger.perform({
      kind: 'review',
      target: `${sha} ${round} approval`,
      intent: { sha, event: 'APPROVE', round },
      find: async () =>
        (await reviewer.reviews(input.repo, input.number)).find((review) => isOurs(review, mark, logins)),
      write: () =>
        reviewer.review(input.repo, input.number, {
          sha,
          event: 'APPROVE',
          body: marked(text, both(mark, approved)),
          comments: [],
        }),
    });
  }
  await setReviewStatus(context, sha, true, 'exhausted');
  await recordVerdict(context, sha, approved);
}

/** The verdict as a commit status: what merging relies on where nobody else can approve. */
export async function setReviewStatus(
  context: Context,
  sha: string,
  approved: boolean,
  target = '',
): Promise<void> {
  const { input, forge, ledger, round, logins } = context;
  const state = approved ? 'success' : 'failure';
  await ledger.perform({
    kind: 'status',
    target: `${sha} ${REVIEW_CONTEXT} ${round} ${target}`.trim(),
    intent: { sha, state },
    find: async () => {
      const found = (await forge.checks(input.repo, sha)).find(
        (check) => check.context === REVIEW_CONTEXT && check.author !== null && logins.includes(check.author),
      );
      return found?.state === state ? { state } : undefined;
    },
    write: async () => {
      await forge.setStatus(input.repo, sha, {
        context: REVIEW_CONTEXT,
        state,
        description: approved ? 'reviewed by autodev: approved' : 'reviewed by autodev: changes requested',
      });
      return { state };
    },
  });
}
