import { ask, end, step, STOPPED, type Move } from '../engine/flow.ts';
import type { History, StepName } from '../engine/steps/history.ts';
import { words } from '../words.ts';
import type { Again, PullInput } from './input.ts';
import { MORE_OPTIONS } from './options.ts';
import type { PullResults } from './results.ts';

type Next = Move<StepName<PullResults>>;

/**
 * What comes before the improvement of a pull request that is work again: questions are answered, checks run again,
 * and a person is asked where it goes on for too long. Undefined: it is improved now. Pure.
 */
export function decideAgain(input: PullInput, again: Again, done: History<PullResults>): Next | undefined {
  const { remarks, questions, red, neverRan, rerun, flaky } = again;
  if (flaky.length > 0 && !done.has('flaky')) return step('flaky', 0, 'Reviewing');
  if (neverRan.length > 0 && !done.has('neverRan')) return step('neverRan', 0, 'Reviewing');
  if (questions.length > 0) {
    if (!done.has('answer')) return step('answer', 0, 'Reviewing');
    if (!done.has('say')) return step('say', 0, 'Reviewing');
  }
  if (remarks.length > 0 && again.remarkRounds >= input.maxRounds) {
    const text = words(input.language).askRemarks(again.remarkRounds);
    const move = more(done, 'ask:remarks', text);
    if (move !== undefined) return move;
  }
  if (red.length > 0) {
    if (again.ciRounds >= again.maxCiRounds) {
      const names = red.map(({ context }) => context).join(', ');
      const move = more(done, 'ask:ci', words(input.language).askCi(names, again.ciRounds));
      if (move !== undefined) return move;
    }
    if (!done.has('ci')) return step('ci', 0, 'Reviewing');
  }
  if (remarks.length > 0 || red.length > 0) return undefined;
  if (rerun.length > 0) {
    if (!done.has('rerun')) return step('rerun', 0, 'Reviewing');
    return end('waiting', `${named(rerun.map(({ context }) => context))} run once more`);
  }
  if (neverRan.length > 0)
    return end('waiting', `${named(neverRan.map(({ context }) => context))} never run by the forge`);
  if (flaky.length > 0) return end('done', `flaky, green when run again: ${flaky.join(', ')}`);
  return end('done', questions.length > 0 ? 'a question is answered' : 'nothing is left to do');
}

/** Undefined: a person allows one more. */
function more(done: History<PullResults>, name: 'ask:remarks' | 'ask:ci', text: string): Next | undefined {
  const said = done.result(name);
  if (said === undefined) return ask(name, 0, { text, options: MORE_OPTIONS });
  return said.answer === 'continue' ? undefined : end('skip', STOPPED);
}

const named = (names: readonly string[]) =>
  names.length === 1 ? `the check ${names[0]} is` : `the checks ${names.join(', ')} are`;
