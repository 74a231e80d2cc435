import type { Flow } from '../../engine/flow.ts';
import { dayOf, dayOfNumber } from '../../../work/day.ts';
import { DAILY } from '../facts/task-name.ts';
import type { KnowledgeParts } from '../parts.ts';
import { facts, look } from './count.ts';
import { decide } from './decide.ts';
import { dayCandidate, dueDays } from './due-days.ts';
import { freezeDaily } from './freeze.ts';
import type { DailyInput } from './input.ts';
import { interpret } from './interpret.ts';
import { worktree } from './place.ts';
import { propose } from './propose.ts';
import { issue, keep, pull } from './publish.ts';
import { DAILY_RESULTS as RESULTS, type DailyResults } from './results.ts';

/** The report of a repository's day. Its number is the date: `report:org/app:20260220`. */
export function dailyFlow(parts: KnowledgeParts): Flow<DailyInput, DailyResults> {
  return {
    type: DAILY,
    words: {
      noun: { en: 'daily report', ko: '일일 리포트' },
      finished: { notice: 'report', en: 'was reported', ko: '리포트 완료' },
    },
    phases: ['Pending', 'Counting', 'Interpreting', 'Reporting'],
    priority: { Pending: 80 },
    worktree,
    // One day after the other: what was suggested for one is known to the next.
    exclusive: ({ repo }) => `report ${repo}`,
    items: {
      on: 'journal',
      find: (context) => dueDays(parts, context),
      read: async ({ clock }, _repo, number) => {
        const day = dayOfNumber(number);
        return day === undefined || day >= dayOf(clock.now()) ? undefined : dayCandidate(day);
      },
    },
    freeze: freezeDaily,
    decide,
    steps: {
      look: { result: RESULTS.look, run: look },
      facts: { result: RESULTS.facts, run: (context) => facts(parts, context) },
      interpret: { result: RESULTS.interpret, run: (context) => interpret(parts, context) },
      propose: { result: RESULTS.propose, run: propose },
      issue: { result: RESULTS.issue, run: issue },
      pull: { result: RESULTS.pull, run: pull },
      keep: { result: RESULTS.keep, run: keep },
    },
  };
}
