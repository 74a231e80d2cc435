import { workId } from '../../work/ids.ts';
import type { Check, Pull } from '../../work/pull.ts';
import type { WorkContext } from '../engine/steps/context.ts';
import { saysNeverRan } from './ci/judge-checks.ts';
import { outputOf, TAIL_BYTES, type RedCheck } from './ci/red-check.ts';
import type { Again } from './input.ts';
import { nextCause } from './next-cause.ts';
import { isReviewed } from './reviewed.ts';

/** Why a reviewed pull request is taken up again, with all that a session has to know of it. Null: for its review. */
export async function freezeAgain(pull: Pull, context: WorkContext): Promise<Again | null> {
  if (!(await isReviewed(pull, context))) return null;
  const { store, settings } = context;
  const work = workId('pr', pull.repo, pull.number);
  const { remarks, questions, fix, rerun, flaky } = await nextCause(pull, context);
  const red: RedCheck[] = [];
  const neverRan: RedCheck[] = [];
  for (const check of fix) {
    const read = await readRed(pull, check, context);
    (read.ran ? red : neverRan).push(read.check);
  }
  return {
    remarks,
    questions,
    red,
    neverRan,
    rerun: rerun.flatMap(({ context: name, id }) => (id === null ? [] : [{ context: name, id }])),
    flaky,
    remarkRounds: await store.steps.count(work, 'reply'),
    ciRounds: await store.steps.count(work, 'ci'),
    maxCiRounds: settings.max_ci_rounds,
  };
}

async function readRed(
  { repo }: Pull,
  check: Check,
  { forge }: WorkContext,
): Promise<{ check: RedCheck; ran: boolean }> {
  const log = await forge.checkLog(repo, check, TAIL_BYTES);
  const words = [log.title, log.summary, check.description, ...log.annotations.map(({ message }) => message)];
  return {
    check: { context: check.context, id: check.id, output: outputOf(check, log) },
    ran: log.tail !== '' || !saysNeverRan(words),
  };
}
