import { counted } from '../../work/counted.ts';
import { analysisResult, schemaFor } from '../../work/verdicts.ts';
import { checkKept } from '../checks/checks.ts';
import { askComment, postComment } from '../publish/comment.ts';
import type { StepContext } from '../engine/steps/context.ts';
import type { StepResult } from '../engine/flow.ts';
import { handOver } from '../publish/handover.ts';
import { sayRemoved } from '../outside-text/hidden.ts';
import { marked, marker } from '../marker.ts';
import { fillPrompt, nameInProse, template, untrusted } from '../prompt.ts';
import { pushBranch } from '../publish/push.ts';
import { checksForPrompt, lessonForPrompt } from '../work-prompt.ts';
import { words } from '../words.ts';
import { worktreeAt } from '../worktree-at.ts';
import { analysisComment, analysisForPrompt, answersForPrompt, pullBody, pullTitle } from './texts.ts';
import { hiddenIn } from './hidden.ts';
import { developSummary } from './develop-move.ts';
import type { IssueInput } from './input.ts';
import { pdcaSummary } from './pdca-move.ts';
import { asksPerson } from './judge.ts';
import { openedPull, runMark, stateOf } from './opened-pull.ts';
import { branchOf, folderOf } from './place.ts';
import type { Implemented, IssueResults } from './results.ts';

type Context = StepContext<IssueInput, IssueResults>;
type Done<Name extends keyof IssueResults> = Promise<StepResult<IssueResults[Name]>>;

const ANALYSIS = schemaFor('analysis', analysisResult);

const conversation = (input: IssueInput) =>
  input.comments.map(({ author, body }) => untrusted(`${author} commented:\n${body}`));

export async function analyze(context: Context): Done<'analyze'> {
  const { input, host, settings } = context;
  await sayRemoved(context, hiddenIn(input));
  const cwd = await worktreeAt(context, folderOf(input), { commit: input.baseSha, branch: branchOf(input) });
  const prompt = fillPrompt(
    await template(new URL('./analyze.md', import.meta.url)),
    { ...facts(input), base: nameInProse(input.baseRef) },
    { random: host.random, language: settings.language },
  );
  const result = await context.session({ role: 'analyze', prompt, cwd, access: 'read', schema: ANALYSIS });
  const analysis = result.structured;
  return { result: analysis, summary: `${analysis.verdict} (${analysis.confidence})` };
}

export async function report(context: Context): Done<'report'> {
  const analysis = context.history.required('analyze');
  const body = analysisComment(analysis, context.input, context.work);
  const asks = asksPerson(analysis, context.input.confidenceThreshold);
  const comment = await (asks ? askComment : postComment)(context, asks ? 'question' : 'analysis', body);
  return { result: { comment: comment.id }, summary: 'analysis posted' };
}

/** The work itself. Under `develop` and `pdca` it was done by that workflow's own steps; here it is only gathered. */
export async function implement(context: Context): Done<'implement'> {
  const { input, history, settings, workspaces, signal } = context;
  const start = (input.workflow === 'direct' ? input.lesson?.commit : history.lastCommit()) ?? input.baseSha;
  const cwd = await worktreeAt(context, folderOf(input), { commit: start, branch: branchOf(input) });
  const summary =
    input.workflow === 'develop'
      ? developSummary(history)
      : input.workflow === 'pdca'
        ? pdcaSummary(input, history)
        : await implementDirectly(context, cwd);
  const closes = words(input.language).closes(input.number);
  const message = `${pullTitle(input)}\n\n${closes}\n`;
  const commit = await workspaces.commit(input.repo, cwd, { message, signal });
  const size = await workspaces.patchSize(input.repo, input.baseSha, commit, settings.max_patch_bytes);
  const result: Implemented = { ...size, summary };
  return { result, commit, summary: `${counted(result.files.length, 'file')} changed` };
}

/** One session does it all. */
async function implementDirectly(context: Context, cwd: string): Promise<string> {
  const { input, host, settings } = context;
  const analysis = context.history.required('analyze');
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

export async function handover(context: Context): Done<'handover'> {
  const work = context.history.required('implement');
  return handOver(context, work);
}

export async function check(context: Context): Done<'check'> {
  return checkKept(context, context.input.baseSha);
}

const changeOf = ({ history, input }: Context) => ({
  work: history.required('implement'),
  limits: input.limits,
});

export async function push(context: Context): Done<'push'> {
  const commit = context.history.keptCommit();
  await pushBranch(context, { commit, branch: branchOf(context.input), change: changeOf(context) });
  return { result: { sha: commit }, summary: `pushed ${branchOf(context.input)}` };
}

export async function openPull(context: Context): Done<'pull'> {
  const { input, forge, ledger, history, work, store } = context;
  const head = branchOf(input);
  const commit = history.keptCommit();
  const implemented = history.required('implement');
  const checks = history.required('check');
  const title = pullTitle(input);
  const marks = `${runMark(context)}\n${marker('pull', work)}`;
  const body = marked(pullBody(input, implemented, checks, await store.costs.spent({ work })), marks);
  const pull = await ledger.perform({
    kind: 'pull',
    target: `${head} ${input.baseRef}`,
    intent: { head, base: input.baseRef, title },
    find: () => openedPull(context, commit),
    prepare: async () => {
      // Long after it was pushed, by an earlier run whose steps this one carries, people may have deleted the branch.
      if ((await forge.branch(input.repo, head)) === null)
        await pushBranch(context, { commit, branch: head, change: changeOf(context) });
      return () => forge.createPull(input.repo, { title, body, head, base: input.baseRef });
    },
  });
  const { number, url } = pull;
  const state = stateOf(pull);
  const summary = state === 'open' ? `PR #${number}` : `PR #${number}, ${state} meanwhile`;
  return { result: { number, url, state }, summary };
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
