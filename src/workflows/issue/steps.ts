import { analysisResult, schemaFor, type AnalysisResult } from '../../work/verdicts.ts';
import { checkKept, type CheckResult } from '../checks.ts';
import { postComment } from '../comment.ts';
import type { StepContext } from '../engine/context.ts';
import type { StepResult } from '../engine/flow.ts';
import { handOver } from '../handover.ts';
import { sayRemoved } from '../hidden.ts';
import { marked, marker } from '../marker.ts';
import { fillPrompt, nameInProse, template, untrusted } from '../prompt.ts';
import { pushBranch } from '../push.ts';
import { checksForPrompt, lessonForPrompt } from '../work-prompt.ts';
import { words } from '../words.ts';
import { worktreeAt } from '../worktree-at.ts';
import { commitAll } from '../workspace/worktree.ts';
import { patchSize } from '../workspace/patch-size.ts';
import { analysisComment, analysisForPrompt, answersForPrompt, pullBody, pullTitle } from './texts.ts';
import { hiddenIn } from './hidden.ts';
import { developSummary } from './develop-move.ts';
import type { Implemented, IssueInput } from './input.ts';
import { branchOf, folderOf } from './place.ts';

type Context = StepContext<IssueInput>;

const ANALYSIS = schemaFor('analysis', analysisResult);

const conversation = (input: IssueInput) =>
  input.comments.map(({ author, body }) => untrusted(`${author} commented:\n${body}`));

export async function analyze(context: Context): Promise<StepResult> {
  const { input, host, settings } = context;
  await sayRemoved(context, hiddenIn(input));
  const cwd = await worktreeAt(context, folderOf(input), { commit: input.baseSha, branch: branchOf(input) });
  const prompt = fillPrompt(
    await template(new URL('./analyze.md', import.meta.url)),
    { ...facts(input), base: nameInProse(input.baseRef) },
    { random: host.random, language: settings.language },
  );
  const result = await context.session({ role: 'analyze', prompt, cwd, access: 'read', schema: ANALYSIS });
  const analysis = result.structured as AnalysisResult;
  return { result: analysis, summary: `${analysis.verdict} (${analysis.confidence})` };
}

export async function report(context: Context): Promise<StepResult> {
  const analysis = context.history.result<AnalysisResult>('analyze') as AnalysisResult;
  const body = analysisComment(analysis, context.input, context.work);
  const comment = await postComment(context, 'analysis', body);
  return { result: { comment: comment.id }, summary: 'analysis posted' };
}

/** The work itself. Under `develop` it was done by that workflow's own steps; here it is only gathered. */
export async function implement(context: Context): Promise<StepResult> {
  const { input, history, host, settings } = context;
  const start = (input.workflow === 'develop' ? history.lastCommit() : input.lesson?.commit) ?? input.baseSha;
  const cwd = await worktreeAt(context, folderOf(input), { commit: start, branch: branchOf(input) });
  const summary =
    input.workflow === 'develop' ? developSummary(history) : await implementDirectly(context, cwd);
  const closes = words(input.language).closes(input.number);
  const commit = await commitAll(host.git, cwd, `${pullTitle(input)}\n\n${closes}\n`);
  const size = await patchSize(host.git, cwd, input.baseSha, commit, settings.max_patch_bytes);
  const result: Implemented = { ...size, summary };
  return { result, commit, summary: `${result.files.length} files changed` };
}

/** One session does it all. */
async function implementDirectly(context: Context, cwd: string): Promise<string> {
  const { input, host, settings } = context;
  const analysis = context.history.result<AnalysisResult>('analyze') as AnalysisResult;
  const prompt = fillPrompt(
    await template(new URL('./implement.md', import.meta.url)),
    {
      ...facts(input),
      branch: branchOf(input),
      analysis: untrusted(analysisForPrompt(analysis)),
      checks: checksForPrompt(settings),
      lesson: lessonForPrompt(input.lesson),
    },
    { random: host.random, language: settings.language },
  );
  return (await context.session({ role: 'implement', prompt, cwd, access: 'write' })).text;
}

export async function handover(context: Context): Promise<StepResult> {
  const work = context.history.result<Implemented>('implement') as Implemented;
  return handOver(context, work, branchOf(context.input));
}

export async function check(context: Context): Promise<StepResult> {
  const { input } = context;
  return checkKept(context, { folder: folderOf(input), branch: branchOf(input), otherwise: input.baseSha });
}

export async function push(context: Context): Promise<StepResult> {
  const commit = context.history.lastCommit() as string;
  await pushBranch(context, { commit, branch: branchOf(context.input) });
  return { result: { sha: commit }, summary: `pushed ${branchOf(context.input)}` };
}

export async function openPull(context: Context): Promise<StepResult> {
  const { input, forge, ledger, history, work } = context;
  const head = branchOf(input);
  const implemented = history.result<Implemented>('implement') as Implemented;
  const checks = history.result<CheckResult>('check') as CheckResult;
  const title = pullTitle(input);
  const body = marked(pullBody(input, implemented, checks, history.costUsd()), marker('pull', work));
  const pull = await ledger.perform({
    kind: 'pull',
    target: `${head} ${input.baseRef}`,
    intent: { head, base: input.baseRef, title },
    find: async () => (await forge.pullsFrom(input.repo, head, input.baseRef))[0],
    write: () => forge.createPull(input.repo, { title, body, head, base: input.baseRef }),
  });
  return { result: { number: pull.number, url: pull.url }, summary: `PR #${pull.number}` };
}

function facts(input: IssueInput) {
  return {
    repo: input.repo,
    number: String(input.number),
    author: nameInProse(input.author),
    title: untrusted(input.title),
    body: untrusted(input.body),
    conversation: input.comments.length === 0 ? '' : conversation(input),
    ...answersForPrompt(input),
  };
}
