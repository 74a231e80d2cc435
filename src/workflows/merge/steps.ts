import { isAutodevError } from '../../work/errors.ts';
import { checkKept } from '../checks.ts';
import { postComment } from '../comment.ts';
import type { StepContext } from '../engine/context.ts';
import type { StepResult } from '../engine/flow.ts';
import { handOver } from '../handover.ts';
import { fillPrompt, nameInProse, template, untrusted } from '../prompt.ts';
import { pushBranch } from '../push.ts';
import { lessonForPrompt } from '../work-prompt.ts';
import { words } from '../words.ts';
import { worktreeAt } from '../worktree-at.ts';
import { commitAll, mergeIn, unresolved } from '../workspace/worktree.ts';
import { patchSize } from '../workspace/patch-size.ts';
import { CONFLICT_OPTIONS, type Resolved } from './decide.ts';
import { mergeRules, readFacts } from './facts.ts';
import type { MergeInput } from './input.ts';
import { mayMerge } from './predicate.ts';

type Context = StepContext<MergeInput>;

const folderOf = (input: MergeInput): string => `merge-pr-${input.number}`;
const localBranch = (input: MergeInput): string => `autodev/merge-${input.number}`;

export async function inspect(context: Context): Promise<StepResult> {
  const { input, settings, signal } = context;
  const facts = await readFacts(context, input.repo, input.number, signal);
  const verdict = mayMerge(facts, input.headSha, mergeRules(settings));
  return { result: verdict, summary: verdict.kind === 'wait' ? verdict.reason : verdict.kind };
}

export async function merge(context: Context): Promise<StepResult> {
  const { input, forge, ledger, settings, round, signal } = context;
  try {
    const merged = await ledger.perform({
      kind: 'merge',
      target: `${input.headSha} ${round}`,
      intent: { sha: input.headSha, method: settings.merge.method },
      find: async () => {
        const pull = await forge.pull(input.repo, input.number);
        return pull.merged ? { sha: pull.mergeSha ?? '' } : undefined;
      },
      write: async () => {
        // The predicate once more, on what the forge says right now: time passed since it was inspected.
        const verdict = mayMerge(
          await readFacts(context, input.repo, input.number, signal),
          input.headSha,
          mergeRules(settings),
        );
        if (verdict.kind !== 'merge')
          throw new NotNow(verdict.kind === 'wait' ? verdict.reason : verdict.kind);
        return forge.merge(input.repo, input.number, { sha: input.headSha, method: settings.merge.method });
      },
    });
    return {
      result: { merged: true, why: '', sha: merged.sha },
      summary: `merged as ${merged.sha.slice(0, 7)}`,
    };
  } catch (error) {
    if (error instanceof NotNow || isAutodevError(error, 'forge_conflict'))
      return { result: { merged: false, why: error.message }, summary: `not merged: ${error.message}` };
    throw error;
  }
}

class NotNow extends Error {}

export async function resolve(context: Context): Promise<StepResult> {
  const { input, host, settings, workspaces, forge } = context;
  await workspaces.refresh(input.repo);
  const base = (await forge.branch(input.repo, input.baseRef)) ?? input.baseSha;
  const cwd = await worktreeAt(context, folderOf(input), {
    commit: input.headSha,
    branch: localBranch(input),
  });
  const message = `Merge ${nameInProse(input.baseRef)} into ${nameInProse(input.headRef)}`;
  const files = await mergeIn(host.git, cwd, base, message);
  if (files.length > 0) {
    const prompt = fillPrompt(
      await template(new URL('./resolve.md', import.meta.url)),
      {
        repo: input.repo,
        number: String(input.number),
        author: nameInProse(input.author),
        head: nameInProse(input.headRef),
        base: nameInProse(input.baseRef),
        files: untrusted(files.join('\n')),
        title: untrusted(input.title),
        lesson: lessonForPrompt(input.lesson),
      },
      { random: host.random, language: settings.language },
    );
    await context.session({ role: 'resolve', prompt, cwd, access: 'write' });
  }
  const left = await unresolved(host.git, cwd, files);
  const commit = await commitAll(host.git, cwd, `${message}\n`);
  // Only what differs from the base counts: what the merge brought in from there was accepted there.
  const size = await patchSize(host.git, cwd, base, commit, settings.max_patch_bytes);
  const result: Resolved = { ...size, unresolved: left };
  return {
    result,
    commit,
    summary: files.length === 0 ? 'merged cleanly' : `${files.length} conflicts resolved`,
  };
}

export async function handover(context: Context): Promise<StepResult> {
  const { input, history, round } = context;
  return handOver(context, history.result<Resolved>('resolve', round) as Resolved, localBranch(input));
}

export async function giveUp(context: Context): Promise<StepResult> {
  const w = words(context.input.language);
  const how = w.answerHow(context.work, CONFLICT_OPTIONS.join(' | '));
  const comment = await postComment(context, 'conflict', `${w.conflictGaveUp}\n\n${how}`);
  return { result: { comment: comment.id }, summary: 'a person is asked' };
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
  const { input, history } = context;
  const commit = history.lastCommit() as string;
  await pushBranch(context, { commit, branch: input.headRef, expected: input.headSha });
  return { result: { sha: commit }, summary: `pushed ${input.headRef}` };
}
