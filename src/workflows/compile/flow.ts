import type { Flow } from '../engine/flow.ts';
import { decide } from './decide.ts';
import type { CompileInput } from './input.ts';
import { RESULTS, type CompileResults } from './results.ts';
import type { Place } from './scratch/workbench.ts';
import { green } from './steps/green.ts';
import { look } from './steps/look.ts';
import { move } from './steps/move.ts';
import { notes } from './steps/notes.ts';
import { red } from './steps/red.ts';
import { refactor } from './steps/refactor.ts';
import { review } from './steps/review.ts';

export const COMPILE_PHASES = ['PLANNED', 'RED', 'REVIEW', 'GREEN', 'REFACTOR', 'NOTES', 'MOVE'] as const;

/** The compile of the modules of one project: one item per module, nothing of it on a forge. */
export function compileFlow(
  place: Place,
  inputOf: (number: number) => CompileInput,
): Flow<CompileInput, CompileResults> {
  const candidate = (number: number) => {
    const { title } = inputOf(number);
    return { number, title, author: '', createdAt: '', updatedAt: '' };
  };
  return {
    type: 'compile',
    words: {
      noun: { en: 'module', ko: '모듈' },
      finished: { notice: 'done', en: 'was compiled', ko: '컴파일 완료' },
    },
    phases: COMPILE_PHASES,
    priority: { PLANNED: 6 },
    items: {
      on: 'journal',
      find: async () => [],
      read: async (_, __, number) => candidate(number),
    },
    freeze: async ({ number }) => inputOf(number),
    decide,
    steps: {
      look: { result: RESULTS.look, run: (context) => look(context, place) },
      red: { result: RESULTS.red, run: (context) => red(context, place) },
      review: { result: RESULTS.review, run: (context) => review(context, place) },
      green: { result: RESULTS.green, run: (context) => green(context, place) },
      refactor: { result: RESULTS.refactor, run: (context) => refactor(context, place) },
      notes: { result: RESULTS.notes, run: (context) => notes(context, place) },
      move: { result: RESULTS.move, run: (context) => move(context, place) },
    },
  };
}
