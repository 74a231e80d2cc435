import { ours } from '../../../../src/work/labels.ts';
import { contentHash } from '../../../../src/workflows/engine/input/content.ts';
import type { Flow } from '../../../../src/workflows/engine/flow.ts';
import type { FrozenInput } from '../../../../src/workflows/engine/input/input.ts';
import { worktreeName } from '../../../../src/workflows/engine/worktree-name.ts';
import { notYet, refuse, screenCommon, triggeredByTrusted } from '../../../../src/workflows/screen.ts';
import { decide } from './decide.ts';
import { TRIAGE_RESULTS as RESULTS, type TriageResults } from './results.ts';
import { sort } from './steps.ts';

/** An issue is looked at and sorted, with labels, claim and worktree. */
export const triageFlow: Flow<FrozenInput, TriageResults> = {
  type: 'triage',
  words: {
    noun: { en: 'issue to sort', ko: '분류할 이슈' },
    finished: { notice: 'done', en: 'was sorted', ko: '분류 완료' },
  },
  phases: ['New', 'Sorting'],
  priority: { New: 1 },
  worktree: worktreeName('triage'),
  items: {
    on: 'forge',
    target: 'issues',
    read: (forge, repo, number) => forge.issue(repo, number),
    finished: 'label',
    screen: (entry, { settings }) =>
      ours(entry.labels).length > 0 ? refuse('it carries an autodev label') : screenCommon(entry, settings),
    trusted: triggeredByTrusted,
    admit: async (entry, { store, host }) => {
      const failed = await store.attempts.get(`triage:${entry.repo}:${entry.number}` as never);
      return (failed?.notBefore ?? 0) > host.clock.now() ? notYet('it waits') : { take: true };
    },
  },
  freeze: async ({ repo, number }, { forge }) => {
    const issue = await forge.issue(repo, number);
    const { defaultBranch: baseRef } = await forge.repository(repo);
    const baseSha = (await forge.branch(repo, baseRef)) ?? '';
    const { title, author } = issue;
    return { repo, number, title, author, contentHash: contentHash(issue), baseRef, baseSha, lesson: null };
  },
  decide,
  steps: { sort: { result: RESULTS.sort, run: sort } },
};
