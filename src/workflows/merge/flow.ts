import { LABEL, ours } from '../../work/labels.ts';
import { workId } from '../../work/ids.ts';
import { contentHash } from '../engine/content.ts';
import type { WorkContext } from '../engine/context.ts';
import type { Flow } from '../engine/flow.ts';
import { limitsOf } from '../patch-limits.ts';
import { PROMPTS_VERSION } from '../prompt.ts';
import { asPull } from '../pull/freeze.ts';
import { notYet, refuse } from '../screen.ts';
import { decide } from './decide.ts';
import { mergeRules, readFacts } from './facts.ts';
import type { MergeInput } from './input.ts';
import { mayMerge } from './predicate.ts';
import { check, giveUp, handover, inspect, merge, push, resolve } from './steps.ts';

/** An approved pull request, from the queue into its base branch. */
export const mergeFlow: Flow<MergeInput> = {
  type: 'merge',
  target: 'pulls',
  screen: (entry, { settings }) => {
    if (!settings.auto_merge) return refuse('auto_merge is off');
    const pull = asPull(entry);
    if (pull.state !== 'open') return refuse('it is closed');
    if (pull.draft) return notYet('it is a draft');
    if (pull.head.ref.startsWith('autodev/knowledge-'))
      return refuse('suggestions of ours are merged by a person');
    const labels = ours(pull.labels);
    if (labels.includes(LABEL.wip)) return notYet('it is being handled');
    if (labels.includes(LABEL.skip)) return notYet('it carries autodev:skip');
    return { take: true };
  },
  admit: async (entry, context) => {
    const pull = asPull(entry);
    const { store, host } = context;
    const failed = await store.attempts.get(workId('merge', pull.repo, pull.number));
    if (failed !== undefined && failed.notBefore > host.clock.now())
      return notYet('it waits for its next attempt');
    const verdict = mayMerge(
      await readFacts(context, pull.repo, pull.number),
      pull.head.sha,
      mergeRules(context.settings),
    );
    if (verdict.kind === 'conflict' && pull.head.repo !== pull.repo)
      return notYet('it conflicts, and its branch is in a fork');
    return verdict.kind === 'merge' || verdict.kind === 'conflict'
      ? { take: true }
      : notYet(verdict.kind === 'wait' ? verdict.reason : verdict.kind);
  },
  freeze: freezeMerge,
  decide,
  steps: {
    inspect: { run: inspect },
    merge: { run: merge },
    resolve: { run: resolve },
    handover: { run: handover },
    giveUp: { run: giveUp },
    check: { run: check },
    push: { run: push },
  },
};

async function freezeMerge(
  item: { repo: string; number: number },
  { forge, store, settings }: WorkContext,
): Promise<MergeInput> {
  const { repo, number } = item;
  const pull = await forge.pull(repo, number);
  const work = workId('merge', repo, number);
  const latest = await store.runs.latest(work);
  const earlier =
    latest?.status === 'running' || latest?.status === 'failed' ? (latest.input as MergeInput) : undefined;
  // A head that this very run pushed is still this run's: it only has to say so to the labels.
  const pushed = (await store.effects.ofKind(work, 'push')).map(
    (effect) => (effect.intent as { sha: string }).sha,
  );
  const same =
    earlier !== undefined &&
    (pull.head.sha === earlier.headSha || (latest?.status === 'running' && pushed.includes(pull.head.sha)));
  return {
    repo,
    number,
    title: pull.title,
    author: pull.author,
    contentHash: contentHash(pull),
    headRef: pull.head.ref,
    headSha: same ? earlier.headSha : pull.head.sha,
    baseRef: pull.base.ref,
    baseSha: same ? earlier.baseSha : pull.base.sha,
    ownBranch: pull.head.repo === repo,
    resolvedBefore: same ? earlier.resolvedBefore : await store.steps.count(work, 'resolve'),
    language: settings.language,
    limits: limitsOf(settings),
    versions: { prompts: PROMPTS_VERSION },
    lesson: null,
  };
}
