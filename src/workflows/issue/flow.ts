import { hasBegun } from '../engine/input/begun.ts';
import type { Flow } from '../engine/flow.ts';
import { notYet, parked, refuse, screenCommon, triggeredByTrusted } from '../screen.ts';
import { LABEL, ours } from '../../work/labels.ts';
import { workId } from '../../work/ids.ts';
import { decide } from './decide.ts';
import { develop } from './develop.ts';
import { pdca } from './pdca.ts';
import { sayAnswers } from './answers.ts';
import { freezeIssue } from './freeze.ts';
import type { IssueInput } from './input.ts';
import { lastPull } from './opened-pull.ts';
import { whyItWaits } from './order.ts';
import { ISSUE_RESULTS as RESULTS, type IssueResults } from './results.ts';
import { isOwnText } from '../marker.ts';
import { worktree } from './place.ts';
import { analyze, check, handover, implement, openPull, push, report } from './steps.ts';

/** An issue, from its first look to the pull request that closes it. */
export const issueFlow: Flow<IssueInput, IssueResults> = {
  type: 'issue',
  words: {
    noun: { en: 'issue', ko: '이슈' },
    finished: { notice: 'done', en: 'is finished', ko: '완료' },
  },
  phases: ['Pending', 'Analyzing', 'Ready', 'Implementing'],
  priority: { Ready: 40, Pending: 60 },
  needs: { Pending: 'analyze', Ready: 'implement' },
  worktree,
  items: {
    on: 'forge',
    target: 'issues',
    read: (forge, repo, number) => forge.issue(repo, number),
    finished: 'label',
    product: lastPull,
    screen: (entry, { settings, logins }) => {
      if (ours(entry.labels).some((label) => label !== LABEL.wip))
        return refuse('it carries an autodev label');
      if (ours(entry.labels).length > 0) return notYet('it is being handled');
      // Reports we wrote ourselves are for people, never work for us.
      if (isOwnText(entry, logins)) return refuse('it is our own report');
      return screenCommon(entry, settings);
    },
    trusted: triggeredByTrusted,
    admit: async (entry, context) => {
      const { store, host } = context;
      const trusted = await triggeredByTrusted(entry, context);
      if (!trusted.take) return trusted;
      const work = workId('issue', entry.repo, entry.number);
      const failed = await store.attempts.get(work);
      if (failed !== undefined && failed.notBefore > host.clock.now())
        return notYet('it waits for its next attempt');
      // Begun already: what is said of it meanwhile does not take it out of the middle.
      if (await hasBegun(store, work)) return { take: true };
      const waits = await whyItWaits(entry, context);
      return waits === undefined ? { take: true } : parked(waits);
    },
  },
  hears: {
    frozen: ({ comments }) => comments,
    now: (forge, { repo, number }) => forge.comments(repo, number),
  },
  freeze: freezeIssue,
  decide,
  steps: {
    answers: { result: RESULTS.answers, run: sayAnswers },
    analyze: { result: RESULTS.analyze, run: analyze },
    report: { result: RESULTS.report, run: report },
    develop: { result: RESULTS.develop, run: develop },
    pdca: { result: RESULTS.pdca, run: pdca },
    implement: { result: RESULTS.implement, run: implement },
    handover: { result: RESULTS.handover, run: handover },
    check: { result: RESULTS.check, run: check },
    push: { result: RESULTS.push, run: push },
    pull: { result: RESULTS.pull, run: openPull },
  },
};
