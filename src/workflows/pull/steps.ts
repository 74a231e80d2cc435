import { counted } from '../../work/counted.ts';
import { z } from 'zod';
import { reviewResult, schemaFor } from '../../work/verdicts.ts';
import { checkKept } from '../checks/checks.ts';
import { askComment, postComment } from '../publish/comment.ts';
import type { StepContext } from '../engine/steps/context.ts';
import type { StepResult } from '../engine/flow.ts';
import type { Lesson } from '../engine/input/input.ts';
import { handOver } from '../publish/handover.ts';
import { sayRemoved } from '../outside-text/hidden.ts';
import { joined, ours } from '../model-text/publishable.ts';
import { fillPrompt, nameInProse, template, untrusted } from '../prompt.ts';
import { pushBranch } from '../publish/push.ts';
import { checksForPrompt, lessonForPrompt } from '../work-prompt.ts';
import { words } from '../words.ts';
import { ensureCommits, worktreeAt } from '../worktree-at.ts';
import { isGiven, reviewAt } from './given.ts';
import { hiddenIn } from './hidden.ts';
import type { PullInput } from './input.ts';
import { judgeReview } from './judge.ts';
import { inputFrom } from './outside.ts';
import { ROUNDS_OPTIONS } from './options.ts';
import { folderOf, localBranch } from './place.ts';
import { approval, approveOpen, postReview, recordVerdict, setReviewStatus } from './post-review.ts';
import { answered, type PullResults, type Reviewed } from './results.ts';
import {
  ANSWER_EACH,
  bullets,
  earlierForPrompt,
  redForPrompt,
  remarksForPrompt,
  reviewForPrompt,
} from './texts.ts';

type Context = StepContext<PullInput, PullResults>;
type Done<Name extends keyof PullResults> = Promise<StepResult<PullResults[Name]>>;

const REVIEW = schemaFor('review', reviewResult);
const IMPROVED = schemaFor(
  'improvement',
  z.object({ summary: z.string().default(''), answers: z.array(answered) }),
);
const DIFF_CAP = 200_000;

/** The head of this round: the frozen one, or what the round before pushed. */
function headOf({ input, history, round }: Context): string {
  return history.result('push', round - 1)?.sha ?? input.headSha;
}

export async function review(context: Context): Done<'review'> {
  const { input, host, settings, history, round, workspaces } = context;
  const head = headOf(context);
  const cwd = await worktreeAt(context, folderOf(input), {
    commit: head,
    branch: localBranch(input),
    // A head that is not ours to change may be anybody's: agents obey the base there.
    ...(input.improvable ? {} : { configFrom: input.baseSha }),
  });
  await ensureCommits(context, input.baseSha);
  const base = await workspaces.mergeBase(input.repo, input.baseSha, head);
  const { text, truncated } = await workspaces.patch(input.repo, base, head, DIFF_CAP);
  const hidden = hiddenIn(input, text, context.logins);
  await sayRemoved(context, hidden);
  const before = reviewAt(input, history, round - 1);
  const prompt = fillPrompt(
    await template(new URL('./review.md', import.meta.url)),
    {
      ...facts(input),
      base: nameInProse(input.baseRef),
      diff: untrusted(
        truncated ? `${text}\n[the difference is larger than this; read the rest in the checkout]` : text,
      ),
      earlier:
        before === undefined || before.open.length === 0
          ? ''
          : [
              untrusted(
                `Remarks of the round before that were still open:\n${earlierForPrompt(before.open)}`,
              ),
            ],
    },
    { random: host.random, language: settings.language },
  );
  const from = await inputFrom(context);
  const done = await context.session({
    role: 'review',
    prompt,
    cwd,
    access: 'read',
    input: from,
    schema: REVIEW,
  });
  const settled = new Set<string>();
  for (let earlier = 0; earlier < round; earlier += 1) {
    for (const { fingerprint } of history.result('review', earlier)?.settled ?? []) settled.add(fingerprint);
  }
  const judged = judgeReview(head, done.structured, before, settled);
  const result: Reviewed = { ...judged, hidden };
  return { result, summary: `${result.verdict}, ${result.open.length} open` };
}

export async function publish(context: Context): Done<'publish'> {
  const { history, round } = context;
  const result = history.required('review', round);
  const approved = result.verdict === 'approve';
  const posted = await postReview(context, result);
  await setReviewStatus(context, result.sha, approved);
  await recordVerdict(context, result.sha, posted.approval);
  return { result: posted, summary: `${posted.event.toLowerCase()} posted` };
}

/** The rounds are used up: a person decides, or the approval carries a warning. */
export async function exhausted(context: Context): Done<'exhausted'> {
  const { input, history, round, work } = context;
  const w = words(input.language);
  const result = history.required('review', round);
  const open = bullets(result.open);
  if (input.onExhausted === 'approve') {
    const text = joined([ours(w.roundsApproved(input.maxRounds)), open]);
    const also = await approval(context, result.sha);
    await approveOpen(context, result, text, await postComment(context, 'exhausted', text, { also }));
    return { result: { open: result.open.length }, summary: 'approved with a warning' };
  }
  const how = w.answerHow(work, ROUNDS_OPTIONS.join(' | '));
  await askComment(context, 'exhausted', joined([ours(w.roundsUsed(round + 1)), open, ours(how)]));
  return { result: { open: result.open.length }, summary: 'a person is asked' };
}

/** A person approved it as it is. */
export async function approve(context: Context): Done<'approve'> {
  const { input, history, round } = context;
  const result = history.required('review', round);
  const { by } = history.required('ask:rounds', round);
  const w = words(input.language);
  const text = joined([ours(w.roundsApprovedBy(nameInProse(by))), bullets(result.open)]);
  const also = await approval(context, result.sha);
  await approveOpen(context, result, text, await postComment(context, 'approved-open', text, { also }));
  return { result: { by }, summary: `approved by ${by}` };
}

/**
 * What an attempt before left, where it was made on the head that is to be improved. On another one it would undo what
 * was pushed since.
 */
async function leftAt(context: Context, head: string): Promise<Lesson | null> {
  const { input, workspaces } = context;
  const { lesson } = input;
  if (lesson === null || lesson.commit === null) return lesson;
  await ensureCommits(context, head, lesson.commit);
  return (await workspaces.isAncestor(input.repo, head, lesson.commit)) ? lesson : null;
}

export async function improve(context: Context): Done<'improve'> {
  const { input, host, settings, history, round, workspaces, signal } = context;
  const head = headOf(context);
  const lesson = await leftAt(context, head);
  const cwd = await worktreeAt(context, folderOf(input), {
    commit: lesson?.commit ?? head,
    branch: localBranch(input),
  });
  const given = (isGiven(input, round) ? input.again : null) ?? null;
  const remarks = given?.remarks ?? [];
  const prompt = fillPrompt(
    await template(new URL('./improve.md', import.meta.url)),
    {
      ...facts(input),
      review: given === null ? [untrusted(reviewForPrompt(history.required('review', round)))] : '',
      remarks: remarksForPrompt(remarks),
      red: redForPrompt(given?.red ?? []),
      answers: remarks.length === 0 ? '' : ANSWER_EACH,
      checks: checksForPrompt(settings),
      lesson: lessonForPrompt(lesson),
    },
    { random: host.random, language: settings.language },
  );
  const session = { role: 'improve', prompt, cwd, access: 'write' } as const;
  const said =
    remarks.length === 0
      ? { summary: (await context.session(session)).text }
      : (await context.session({ ...session, schema: IMPROVED })).structured;
  const about = given !== null && remarks.length === 0 ? 'Fix the checks of' : 'Address the review of';
  const message = `${about} #${input.number}\n`;
  const commit = await workspaces.commit(input.repo, cwd, { message, signal });
  const size = await workspaces.patchSize(input.repo, head, commit, settings.max_patch_bytes);
  const improved = { ...size, ...said };
  return { result: improved, commit, summary: `${counted(size.files.length, 'file')} changed` };
}

export async function handover(context: Context): Done<'handover'> {
  const { history, round } = context;
  return handOver(context, history.required('improve', round));
}

export async function check(context: Context): Done<'check'> {
  return checkKept(context, context.input.headSha);
}

export async function push(context: Context): Done<'push'> {
  const { input, history, round } = context;
  const commit = history.keptCommit();
  const change = { work: history.required('improve', round), limits: input.limits };
  await pushBranch(context, { commit, branch: input.headRef, expected: headOf(context), change });
  return { result: { sha: commit }, summary: `pushed ${input.headRef}` };
}

function facts(input: PullInput) {
  return {
    repo: input.repo,
    number: String(input.number),
    author: nameInProse(input.author),
    head: nameInProse(input.headRef),
    title: untrusted(input.title),
    body: untrusted(input.body),
  };
}
