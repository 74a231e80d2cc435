import type { Flow } from '../engine/flow.ts';
import { labelledByTrusted, notYet, refuse, screenCommon, untrusted } from '../screen.ts';
import { LABEL, ours } from '../../work/labels.ts';
import { workId } from '../../work/ids.ts';
import { decide } from './decide.ts';
import { develop } from './develop.ts';
import { sayAnswers } from './answers.ts';
import { freezeIssue } from './freeze.ts';
import type { IssueInput } from './input.ts';
import { analyze, check, handover, implement, openPull, push, report } from './steps.ts';

/** An issue, from its first look to the pull request that closes it. */
export const issueFlow: Flow<IssueInput> = {
  type: 'issue',
  target: 'issues',
  screen: (entry, { settings, logins }) => {
    if (ours(entry.labels).some((label) => label !== LABEL.wip)) return refuse('it carries an autodev label');
    if (ours(entry.labels).length > 0) return notYet('it is being handled');
    // Reports we wrote ourselves are for people, never work for us.
    if (logins.includes(entry.author) && entry.body.includes('<!-- autodev:'))
      return refuse('it is our own report');
    return screenCommon(entry, settings);
  },
  admit: async (entry, context) => {
    const { trusts, store, host } = context;
    if (!(await trusts(entry.author))) return refuse(untrusted(entry.author, context.settings));
    const failed = await store.attempts.get(workId('issue', entry.repo, entry.number));
    if (failed !== undefined && failed.notBefore > host.clock.now())
      return notYet('it waits for its next attempt');
    return labelledByTrusted(entry, context);
  },
  freeze: freezeIssue,
  decide,
  steps: {
    answers: { run: sayAnswers },
    analyze: { run: analyze },
    report: { run: report },
    develop: { run: develop },
    implement: { run: implement },
    handover: { run: handover },
    check: { run: check },
    push: { run: push },
    pull: { run: openPull },
  },
};
