import { counted } from '../../work/counted.ts';
import { isAutodevError } from '../../work/errors.ts';
import { checkKept } from '../checks/checks.ts';
import { askComment } from '../publish/comment.ts';
import type { StepContext } from '../engine/steps/context.ts';
import type { StepResult } from '../engine/flow.ts';
import { handOver } from '../publish/handover.ts';
import { ours } from '../model-text/publishable.ts';
import { fillPrompt, nameInProse, template, untrusted } from '../prompt.ts';
import { pushBranch } from '../publish/push.ts';
import { refuseForeignBranch } from '../publish/pushable.ts';
import { lessonForPrompt } from '../work-prompt.ts';
import { words } from '../words.ts';
import { worktreeAt } from '../worktree-at.ts';
import { CONFLICT_OPTIONS } from './decide.ts';
import { mergeRules, readFacts } from './facts.ts';
import type { MergeInput } from './input.ts';
import { folderOf } from './place.ts';
import { mayMerge } from './predicate.ts';
import type { MergeResults } from './results.ts';

type Context = StepContext<MergeInput, MergeResults>;
type Done<Name extends keyof MergeResults> = Promise<StepResult<MergeResults[Name]>>;

const localBranch = (input: MergeInput): string => `autodev/merge-${input.number}`;

export async function inspect(context: Context): Done<'inspect'> {
  const { input, settings, signal } = context;
  const facts = await readFacts(context, input.repo, input.number, signal);
  const verdict = mayMerge(facts, input.headSha, mergeRules(settings));
  return { result: verdict, summary: verdict.kind === 'wait' ? verdict.reason : verdict.kind };
}

export async function merge(context: Context): Done<'merge'> {
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
      prepare: async () => {
        // The predicate once more, on what the forge says right now: time passed since it was inspected. The fence,
        // which comes after it, reads the pull request itself last: its head, base, labels and whether it is a draft.
        const now = await context.settingsNow();
        const verdict = mayMerge(
          await readFacts({ ...context, settings: now }, input.repo, input.number, signal),
          input.headSha,
          mergeRules(now),
        );
        if (verdict.kind !== 'merge')
          throw new NotNow(verdict.kind === 'wait' ? verdict.reason : verdict.kind);
        const { method } = now.merge;
        return () => forge.merge(input.repo, input.number, { sha: input.headSha, method });
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

/** To where the pull request below it went. */
export async function retarget(context: Context): Done<'retarget'> {
  const { input, forge, ledger, history, round } = context;
  const verdict = history.required('inspect', round);
  if (verdict.kind !== 'retarget') throw new Error('nothing said that it is to be moved');
  const { base } = verdict;
  await ledger.perform({
    kind: 'retarget',
    target: base,
    intent: { base },
    find: async () => {
      const pull = await forge.pull(input.repo, input.number);
      return pull.base.ref === base ? { base } : undefined;
    },
    write: async () => {
      await forge.retarget(input.repo, input.number, base);
      return { base };
    },
  });
  return { result: { base }, summary: `goes into ${base} now` };
}

class NotNow extends Error {}

export async function resolve(context: Context): Done<'resolve'> {
  const { input, host, settings, workspaces, forge, signal } = context;
  // Before it is paid for: what may not be pushed need not be resolved.
  await refuseForeignBranch(context, { repo: input.repo, branch: input.headRef, pull: input.number });
  await workspaces.refresh(input.repo);
  const base = (await forge.branch(input.repo, input.baseRef)) ?? input.baseSha;
  const message = `Merge ${nameInProse(input.baseRef)} into ${nameInProse(input.headRef)}`;
  const merge = { ours: input.headSha, theirs: base, message };
  const { commit: merged, conflicts: files } = await workspaces.merge(input.repo, merge);
  let commit = merged;
  if (files.length > 0) {
    const at = { commit: merged, branch: localBranch(input) };
    const cwd = await worktreeAt(context, folderOf(input), at);
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
    const parents = [input.headSha, base];
    commit = await workspaces.commit(input.repo, cwd, { message: `${message}\n`, parents, signal });
  }
  const left = await workspaces.unresolved(input.repo, commit, files);
  // Only what differs from the base counts: what the merge brought in from there was accepted there.
  const size = await workspaces.patchSize(input.repo, base, commit, settings.max_patch_bytes);
  const result = { ...size, unresolved: left };
  return {
    result,
    commit,
    summary: files.length === 0 ? 'merged cleanly' : `${counted(files.length, 'conflict')} resolved`,
  };
}

export async function handover(context: Context): Done<'handover'> {
  const { history, round } = context;
  return handOver(context, history.required('resolve', round));
}

export async function giveUp(context: Context): Done<'giveUp'> {
  const w = words(context.input.language);
  const how = w.answerHow(context.work, CONFLICT_OPTIONS.join(' | '));
  const comment = await askComment(context, 'conflict', ours(`${w.conflictGaveUp}\n\n${how}`));
  return { result: { comment: comment.id }, summary: 'a person is asked' };
}

export async function check(context: Context): Done<'check'> {
  return checkKept(context, context.input.headSha);
}

export async function push(context: Context): Done<'push'> {
  const { input, history, round } = context;
  const commit = history.keptCommit();
  const change = { work: history.required('resolve', round), limits: input.limits };
  await pushBranch(context, { commit, branch: input.headRef, expected: input.headSha, change });
  return { result: { sha: commit }, summary: `pushed ${input.headRef}` };
}
