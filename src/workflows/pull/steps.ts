import { reviewResult, schemaFor, type ReviewResult } from '../../work/verdicts.ts';
import { checkKept } from '../checks.ts';
import { postComment } from '../comment.ts';
import type { StepContext } from '../engine/context.ts';
import type { Answer, StepResult } from '../engine/flow.ts';
import { handOver } from '../handover.ts';
import { sayRemoved } from '../hidden.ts';
import { fillPrompt, nameInProse, template, untrusted } from '../prompt.ts';
import { pushBranch } from '../push.ts';
import { checksForPrompt, lessonForPrompt } from '../work-prompt.ts';
import { words } from '../words.ts';
import { ensureCommits, worktreeAt } from '../worktree-at.ts';
import { commitAll, patch } from '../workspace/worktree.ts';
import { patchSize } from '../workspace/patch-size.ts';
import { hiddenIn } from './hidden.ts';
import type { Improved, PullInput, Reviewed } from './input.ts';
import { judgeReview } from './judge.ts';
import { ROUNDS_OPTIONS } from './options.ts';
import { approveOpen, postReview, setReviewStatus } from './post-review.ts';
import { bullets, earlierForPrompt, findingLine } from './texts.ts';

type Context = StepContext<PullInput>;

const REVIEW = schemaFor('review', reviewResult);
const DIFF_CAP = 200_000;

const folderOf = (input: PullInput): string => `pr-${input.number}`;
const localBranch = (input: PullInput): string => `autodev/pr-${input.number}`;

/** The head of this round: the frozen one, or what the round before pushed. */
function headOf({ input, history, round }: Context): string {
  return history.result<{ sha: string }>('push', round - 1)?.sha ?? input.headSha;
}

export async function review(context: Context): Promise<StepResult> {
  const { input, host, settings, history, round, workspaces } = context;
  const head = headOf(context);
  const cwd = await worktreeAt(context, folderOf(input), { commit: head, branch: localBranch(input) });
  await ensureCommits(context, input.baseSha);
  const base = await workspaces.mergeBase(input.repo, input.baseSha, head);
  const { text, truncated } = await patch(host.git, cwd, base, head, DIFF_CAP);
  const hidden = hiddenIn(input, text, context.logins);
  await sayRemoved(context, hidden);
  const before = history.result<Reviewed>('review', round - 1);
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
  const done = await context.session({ role: 'review', prompt, cwd, access: 'read', schema: REVIEW });
  const settled = new Set<string>();
  for (let earlier = 0; earlier < round; earlier += 1) {
    for (const { fingerprint } of history.result<Reviewed>('review', earlier)?.settled ?? [])
      settled.add(fingerprint);
  }
  const judged = judgeReview(head, done.structured as ReviewResult, before, settled);
  const result: Reviewed = { ...judged, hidden };
  return { result, summary: `${result.verdict}, ${result.open.length} open` };
}

export async function publish(context: Context): Promise<StepResult> {
  const { history, round, store, work } = context;
  const result = history.result<Reviewed>('review', round) as Reviewed;
  const posted = await postReview(context, result);
  await setReviewStatus(context, result.sha, result.verdict === 'approve');
  await store.reviewed.set(work, result.sha);
  return { result: posted, summary: `${posted.event.toLowerCase()} posted` };
}

/** The rounds are used up: a person decides, or the approval carries a warning. */
export async function exhausted(context: Context): Promise<StepResult> {
  const { input, history, round, work } = context;
  const w = words(input.language);
  const result = history.result<Reviewed>('review', round) as Reviewed;
  const open = bullets(result.open);
  if (input.onExhausted === 'approve') {
    const text = `${w.roundsApproved(input.maxRounds)}\n\n${open}`;
    await postComment(context, 'exhausted', text);
    await approveOpen(context, result, text);
    return { result: { open: result.open.length }, summary: 'approved with a warning' };
  }
  const how = w.answerHow(work, ROUNDS_OPTIONS.join(' | '));
  await postComment(context, 'exhausted', `${w.roundsUsed(round + 1)}\n\n${open}\n\n${how}`);
  return { result: { open: result.open.length }, summary: 'a person is asked' };
}

/** A person approved it as it is. */
export async function approve(context: Context): Promise<StepResult> {
  const { input, history, round } = context;
  const result = history.result<Reviewed>('review', round) as Reviewed;
  const { by } = history.result<Answer>('ask:rounds', round) as Answer;
  const w = words(input.language);
  const text = `${w.roundsApprovedBy(nameInProse(by))}\n\n${bullets(result.open)}`;
  await postComment(context, 'exhausted', text, `${round} approved`);
  await approveOpen(context, result, text);
  return { result: { by }, summary: `approved by ${by}` };
}

export async function improve(context: Context): Promise<StepResult> {
  const { input, host, settings, history, round } = context;
  const head = headOf(context);
  const cwd = await worktreeAt(context, folderOf(input), {
    commit: input.lesson?.commit ?? head,
    branch: localBranch(input),
  });
  const result = history.result<Reviewed>('review', round) as Reviewed;
  const prompt = fillPrompt(
    await template(new URL('./improve.md', import.meta.url)),
    {
      ...facts(input),
      review: untrusted(`${result.summary}\n\n${result.open.map(findingLine).join('\n')}`),
      checks: checksForPrompt(settings),
      lesson: lessonForPrompt(input.lesson),
    },
    { random: host.random, language: settings.language },
  );
  const done = await context.session({ role: 'improve', prompt, cwd, access: 'write' });
  const commit = await commitAll(host.git, cwd, `Address the review of #${input.number}\n`);
  const size = await patchSize(host.git, cwd, head, commit, settings.max_patch_bytes);
  const improved: Improved = { ...size, summary: done.text };
  return { result: improved, commit, summary: `${size.files.length} files changed` };
}

export async function handover(context: Context): Promise<StepResult> {
  const { input, history, round } = context;
  return handOver(context, history.result<Improved>('improve', round) as Improved, localBranch(input));
}

export async function check(context: Context): Promise<StepResult> {
  const { input } = context;
  return checkKept(context, {
    folder: folderOf(input),
    branch: localBranch(input),
    otherwise: input.headSha,
  });
}

export async function push(context: Context): Promise<StepResult> {
  const commit = context.history.lastCommit() as string;
  await pushBranch(context, { commit, branch: context.input.headRef, expected: headOf(context) });
  return { result: { sha: commit }, summary: `pushed ${context.input.headRef}` };
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
