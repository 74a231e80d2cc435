import { LABEL, ours } from '../../work/labels.ts';
import { workId } from '../../work/ids.ts';
import { standingReviews, type Pull, type Review } from '../../work/pull.ts';
import { contentHash } from '../engine/input/content.ts';
import type { WorkContext } from '../engine/steps/context.ts';
import type { Flow } from '../engine/flow.ts';
import type { Screening } from '../engine/items.ts';
import { unsettledInput } from '../engine/input/read-input.ts';
import { limitsOf } from '../publish/patch-limits.ts';
import { isOwnText } from '../marker.ts';
import { PROMPTS_VERSION } from '../prompt.ts';
import { pushedCommits } from '../publish/push-record.ts';
import { asPull } from '../pull/freeze.ts';
import { ourApproval } from '../pull/verdict.ts';
import { notYet, pullTrusted, refuse } from '../screen.ts';
import { decide } from './decide.ts';
import { mergeRules, readFacts } from './facts.ts';
import { mergeInput, type MergeInput } from './input.ts';
import { worktree } from './place.ts';
import { MERGE_RESULTS as RESULTS, type MergeResults } from './results.ts';
import { mayMerge } from './predicate.ts';
import { check, giveUp, handover, inspect, merge, push, resolve, retarget } from './steps.ts';

/** An approved pull request, from the queue into its base branch. */
export const mergeFlow: Flow<MergeInput, MergeResults> = {
  type: 'merge',
  words: {
    noun: { en: 'pull request to merge', ko: 'PR 머지' },
    finished: { notice: 'merged', en: 'was merged', ko: '머지됨' },
  },
  phases: ['Pending', 'Merging', 'Conflict'],
  priority: { Pending: 10 },
  worktree,
  siblings: ['pr'],
  merges: true,
  // Every merge moves the base, which the next one has to be looked at against.
  exclusive: ({ repo, baseRef }) => `${repo} ${baseRef}`,
  items: {
    on: 'forge',
    target: 'pulls',
    read: (forge, repo, number) => forge.pull(repo, number),
    everyScan: ({ auto_merge: on }) => on,
    // On a pull request the label `done` means reviewed.
    finished: 'outcome',
    screen: (entry, { settings }) => {
      const pull = asPull(entry);
      if (!settings.auto_merge && !ours(pull.labels).includes(LABEL.done)) return refuse('auto_merge is off');
      if (pull.state !== 'open') return refuse('it is closed');
      if (pull.draft) return notYet('it is a draft');
      if (pull.head.ref.startsWith('autodev/knowledge-'))
        return refuse('suggestions of ours are merged by a person');
      const labels = ours(pull.labels);
      if (labels.includes(LABEL.wip)) return notYet('it is being handled');
      if (labels.includes(LABEL.skip)) return notYet('it carries autodev:skip');
      return { take: true };
    },
    // Who opened it, who owns its branch and who approved it are part of the predicate: a stranger's may be merged when a
    // person approved it, but no session works on it. `screen` lets pass what only waits for people; nothing is merged
    // after it was switched off.
    trusted: async (entry, context, before) => {
      if (!context.settings.auto_merge) return refuse('auto_merge is off');
      return before === 'session' ? pullTrusted(asPull(entry), context) : { take: true };
    },
    admit: async (entry, context) => {
      const pull = asPull(entry);
      const { store, host, settings } = context;
      if (!settings.auto_merge) return left(pull, context);
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
      if (verdict.kind === 'conflict') {
        const trusted = await pullTrusted(pull, context);
        if (!trusted.take) return notYet(`it conflicts, and ${trusted.reason}`);
      }
      return ['merge', 'conflict', 'retarget'].includes(verdict.kind)
        ? { take: true }
        : notYet(verdict.kind === 'wait' ? verdict.reason : verdict.kind);
    },
  },
  freeze: freezeMerge,
  decide,
  steps: {
    inspect: { result: RESULTS.inspect, run: inspect },
    merge: { result: RESULTS.merge, run: merge },
    retarget: { result: RESULTS.retarget, run: retarget },
    resolve: { result: RESULTS.resolve, run: resolve },
    handover: { result: RESULTS.handover, run: handover },
    giveUp: { result: RESULTS.giveUp, run: giveUp },
    check: { result: RESULTS.check, run: check },
    push: { result: RESULTS.push, run: push },
  },
};

/** Merging is left to people: what we approved only waits for them. Conditional requests, free when nothing changed. */
async function left({ repo, number, head, base, url }: Pull, context: WorkContext): Promise<Screening> {
  const ours = await ourApproval({ repo, number, sha: head.sha, baseRef: base.ref }, context);
  if (ours !== 'given') return refuse('auto_merge is off');
  const { forge, logins } = context;
  const isOurs = (review: Review) => isOwnText(review, logins);
  const blocked = standingReviews(await forge.reviews(repo, number), isOurs).find(
    (review) => review.state === 'CHANGES_REQUESTED' && !isOurs(review),
  );
  return blocked === undefined
    ? notYet(`approved: merge it, or set auto_merge: ${url}`)
    : notYet(`${blocked.author} has requested changes: ${url}`);
}

async function freezeMerge(
  item: { repo: string; number: number },
  { forge, store, settings }: WorkContext,
): Promise<MergeInput> {
  const { repo, number } = item;
  const pull = await forge.pull(repo, number);
  const work = workId('merge', repo, number);
  const unsettled = await unsettledInput(store, work, mergeInput);
  const earlier = unsettled?.input;
  // A head that this run pushed itself is not new input: the run goes on and only its labels are left to change.
  const pushed = await pushedCommits(store, work);
  const same =
    earlier !== undefined &&
    (pull.head.sha === earlier.headSha || (unsettled?.running && pushed.includes(pull.head.sha)));
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
