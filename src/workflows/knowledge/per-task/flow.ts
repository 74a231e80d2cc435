import type { Flow } from '../../engine/flow.ts';
import { PER_TASK } from '../facts/task-name.ts';
import type { KnowledgeParts } from '../parts.ts';
import { decide } from './decide.ts';
import { finishedTasks, readTask } from './find.ts';
import { freezePerTask } from './freeze.ts';
import type { PerTaskInput } from './input.ts';
import { worktree } from './place.ts';
import { PER_TASK_RESULTS as RESULTS, type PerTaskResults } from './results.ts';
import { comment, extract } from './steps.ts';

/** What one finished issue or pull request teaches, told in one comment on it. */
export function perTaskFlow(parts: KnowledgeParts): Flow<PerTaskInput, PerTaskResults> {
  return {
    type: PER_TASK,
    words: {
      noun: { en: 'lesson', ko: '교훈' },
      finished: { notice: 'done', en: 'was looked back at', ko: '돌아보기 완료' },
    },
    phases: ['Pending', 'Extracting'],
    priority: { Pending: 90 },
    needs: { Pending: 'knowledge' },
    worktree,
    items: {
      on: 'journal',
      find: (context) => finishedTasks(parts, context),
      read: ({ store }, repo, number) => readTask(store, repo, number),
    },
    freeze: freezePerTask,
    decide,
    steps: {
      extract: { result: RESULTS.extract, run: (context) => extract(parts, context) },
      comment: { result: RESULTS.comment, run: comment },
    },
  };
}
