import { LABEL, ours } from '../../work/labels.ts';
import { workId } from '../../work/ids.ts';
import type { Flow } from '../engine/flow.ts';
import { notYet, parked, refuse, screenCommon, triggeredByTrusted } from '../screen.ts';
import { sayFlaky, sayNeverRan, rerunChecks, startCi } from './ci/steps.ts';
import { decide } from './decide.ts';
import { asPull, freezePull } from './freeze.ts';
import type { PullInput } from './input.ts';
import { isCause, nextCause, watchedPulls } from './next-cause.ts';
import { hears } from './people/hears.ts';
import { answer, askAgain, reply, say } from './people/steps.ts';
import { isReviewed } from './reviewed.ts';
import { PULL_RESULTS as RESULTS, type PullResults } from './results.ts';
import { worktree } from './place.ts';
import { approve, check, exhausted, handover, improve, publish, push, review } from './steps.ts';

/** A pull request, from its first review to an approval. Merging is another flow's work. */
export const pullFlow: Flow<PullInput, PullResults> = {
  type: 'pr',
  words: {
    noun: { en: 'pull request to review', ko: 'PR 리뷰' },
    finished: { notice: 'done', en: 'is finished', ko: '완료' },
  },
  phases: ['Pending', 'Reviewing', 'ReviewDone', 'Improving', 'Improved'],
  priority: { Improved: 20, ReviewDone: 30, Pending: 50 },
  needs: { Improved: 'review', ReviewDone: 'improve', Pending: 'review' },
  worktree,
  // Its review and its merge never run side by side.
  siblings: ['merge'],
  items: {
    on: 'forge',
    target: 'pulls',
    read: (forge, repo, number) => forge.pull(repo, number),
    finished: 'label',
    revisit: watchedPulls,
    screen: (entry, { settings }) => {
      const pull = asPull(entry);
      const labels = ours(pull.labels);
      if (labels.includes(LABEL.wip)) return notYet('it is being handled');
      if (labels.includes(LABEL.skip)) return refuse('it carries autodev:skip');
      if (pull.draft) return refuse('it is a draft');
      if (pull.head.ref.startsWith('autodev/knowledge-'))
        return refuse('suggestions of ours wait for a person');
      return screenCommon(entry, settings);
    },
    trusted: triggeredByTrusted,
    admit: async (entry, context) => {
      const { store, host } = context;
      const pull = asPull(entry);
      const work = workId('pr', pull.repo, pull.number);
      if (await isReviewed(pull, context)) {
        const cause = await nextCause(pull, context);
        if (!isCause(cause))
          return cause.waits.length > 0 ? parked(cause.waits.join('; ')) : refuse('this head is reviewed');
      }
      const trusted = await triggeredByTrusted(pull, context);
      if (!trusted.take) return trusted;
      const failed = await store.attempts.get(work);
      if (failed !== undefined && failed.notBefore > host.clock.now())
        return notYet('it waits for its next attempt');
      return { take: true };
    },
  },
  hears,
  freeze: freezePull,
  decide,
  steps: {
    review: { result: RESULTS.review, run: review },
    publish: { result: RESULTS.publish, run: publish },
    exhausted: { result: RESULTS.exhausted, run: exhausted },
    approve: { result: RESULTS.approve, run: approve },
    improve: { result: RESULTS.improve, run: improve },
    handover: { result: RESULTS.handover, run: handover },
    check: { result: RESULTS.check, run: check },
    push: { result: RESULTS.push, run: push },
    answer: { result: RESULTS.answer, run: answer },
    say: { result: RESULTS.say, run: say },
    reply: { result: RESULTS.reply, run: reply },
    askAgain: { result: RESULTS.askAgain, run: askAgain },
    ci: { result: RESULTS.ci, run: startCi },
    rerun: { result: RESULTS.rerun, run: rerunChecks },
    flaky: { result: RESULTS.flaky, run: sayFlaky },
    neverRan: { result: RESULTS.neverRan, run: sayNeverRan },
  },
};
