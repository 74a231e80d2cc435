import { reviewVerdict } from '../../spec/compile/score.ts';
import { end, step, type Move } from '../engine/flow.ts';
import type { History, StepName } from '../engine/steps/history.ts';
import type { CompileInput } from './input.ts';
import type { CompileResults } from './results.ts';

/** Tests that are no tests are asked for again this often in a row. */
export const RED_TRIES = 3;
/** Tests of changed clauses that pass before their code is written are asked for once more, and then taken. */
export const EARLY_TRIES = 2;
/** The first attempt and at most three retries. */
export const GREEN_TRIES = 4;

type Next = Move<StepName<CompileResults>>;

/** RED, review, GREEN, REFACTOR, notes, and the files move in. */
export function decide(input: CompileInput, history: History<CompileResults>): Next {
  const look = history.result('look');
  if (look === undefined) return step('look', 0, 'RED');
  if (look.run?.outcome === 'environment') return noRunner(look.run.output);
  if (input.phase !== 'green-refactor') {
    const red = decideRed(input, history);
    if (red !== undefined) return red;
  }
  if (input.phase === 'red') return finish(history);
  if (input.phase === 'green-refactor' && input.clauses.length > 0 && look.testFiles.length === 0)
    return end('failed', 'there are no tests: run --phase red first, or name them with --test-files');
  return decideGreen(input, history) ?? finish(history);
}

/** Undefined: there are tests to go on with. */
function decideRed(input: CompileInput, history: History<CompileResults>): Next | undefined {
  const { untested, retired, testFiles } = history.required('look');
  const isTested = untested.length === 0 && retired.length === 0 && testFiles.length > 0;
  if ((isTested && input.feedback.length === 0) || input.clauses.length === 0) return undefined;
  const tries = history.results('red');
  const last = tries.at(-1);
  const again = step('red' as const, tries.length, 'RED');
  if (last === undefined) return again;
  if (last.run.outcome === 'environment') return noRunner(last.run.output);
  if (last.problems.length > 0) {
    const inRow = tries.length - (tries.findLastIndex(({ problems }) => problems.length === 0) + 1);
    return inRow < RED_TRIES
      ? again
      : end('failed', `no usable tests after ${RED_TRIES} tries: ${last.problems.join('; ')}`);
  }
  if (last.early.length > 0 && tries.length < EARLY_TRIES) return again;
  if (input.phase === 'red') return undefined;
  return decideReview(history, again);
}

/** Every set of tests that is taken is reviewed. */
function decideReview(history: History<CompileResults>, again: Next): Next | undefined {
  const taken = history
    .results('red')
    .filter(
      ({ problems, early }, at) => problems.length === 0 && (early.length === 0 || at >= EARLY_TRIES - 1),
    );
  const scores = history.results('review').map(({ score }) => score);
  if (scores.length < taken.length) return step('review', scores.length, 'REVIEW');
  return reviewVerdict(scores).go === 'again' ? again : undefined;
}

/** Undefined: the code is written, or nobody can. */
function decideGreen(input: CompileInput, history: History<CompileResults>): Next | undefined {
  const isStyled = history.has('refactor');
  // Other conventions alone: the code does what it should, and is brought in line with them.
  if (!needsCode(input, history))
    return input.restyle && input.recorded.length > 0 && !isStyled
      ? step('refactor', 0, 'REFACTOR')
      : undefined;
  const tries = history.results('green');
  const last = tries.at(-1);
  if (last?.run.outcome === 'environment') return noRunner(last.run.output);
  if (last === undefined || !isGreen(last)) {
    if (tries.length < GREEN_TRIES) return step('green', tries.length, 'GREEN');
    return undefined;
  }
  if (!isStyled) return step('refactor', 0, 'REFACTOR');
  return history.has('notes') ? undefined : step('notes', 0, 'NOTES');
}

/** Everything is there and passes: there is nothing to write. */
export function needsCode(input: CompileInput, history: History<CompileResults>): boolean {
  const { run, hasSource, exportsFit, missingValues } = history.required('look');
  if (input.healing.length > 0 || !hasSource || !exportsFit) return true;
  // Values of files that somebody else wrote are theirs to mend.
  if (missingValues.length > 0 && input.recorded.length > 0) return true;
  const latest = history.results('red').at(-1)?.run ?? run;
  return latest === null ? input.clauses.length > 0 : latest.outcome !== 'passed';
}

export function isGreen({ run, breaches }: Pick<CompileResults['green'], 'run' | 'breaches'>): boolean {
  return run.outcome === 'passed' && breaches.length === 0;
}

function finish(history: History<CompileResults>): Next {
  return history.has('move') ? end('done', 'compiled') : step('move', 0, 'MOVE');
}

function noRunner(why: string): Next {
  return end('failed', `the tests cannot run: ${why.trim().slice(0, 1_000)}`);
}
