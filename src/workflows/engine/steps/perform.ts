import type { Store } from '../../../store/store.ts';
import type { Clock } from '../../../host/clock.ts';
import { AutodevError } from '../../../work/errors.ts';
import type { WorkEvent } from '../../../work/events.ts';
import { reasonOf } from '../stops/interrupted.ts';
import { Postponed } from '../stops/interruptions.ts';
import { stepContext, type ContextParts, type StepAt } from './step-context.ts';

export type PerformParts = ContextParts;

/** One step: recorded as begun, done, its files kept, recorded as finished. */
export async function perform(parts: PerformParts, at: StepAt): Promise<void> {
  const { flow, run, item, move } = at;
  const step = flow.steps[move.name];
  if (step === undefined) throw new Error(`the ${flow.type} flow has no step ${move.name}`);
  const record = await beginStep({ ...parts, clock: parts.host.clock }, at);
  let paid = 0;
  const context = await stepContext(parts, at, (usd) => (paid += usd));
  try {
    // Also steps without a session run what one has written: a set-up, the checks.
    await parts.mayRun(at.input.repo);
    const { result, commit = null, summary } = await step.run(context);
    if (commit !== null)
      await parts.workspaces.keep(item.settings.name, run.id, `${move.name}-${move.round}`, commit);
    await record.finished({ result, commit, costUsd: paid }, summary);
  } catch (error) {
    await record.failed(error, paid + costOf(error));
    throw error;
  }
}

/** The journal's entry of a step, and the events that tell of it. */
async function beginStep(
  parts: { store: Store; clock: Clock; emit(event: WorkEvent): Promise<void> },
  { run, item, move: { name, round } }: StepAt,
) {
  const { store, clock, emit } = parts;
  const where = { work: item.work, run: run.id, step: name, round };
  const began = clock.monotonic();
  const durationMs = () => clock.monotonic() - began;
  await store.steps.start(run.id, name, round);
  await emit({ type: 'step.started', ...where });
  return {
    finished: async (
      done: { result: unknown; commit: string | null; costUsd: number },
      summary: string,
    ): Promise<void> => {
      await store.steps.finish(run.id, name, round, done);
      const { costUsd } = done;
      await emit({ type: 'step.finished', ...where, durationMs: durationMs(), costUsd, summary });
    },
    failed: async (error: unknown, costUsd: number): Promise<void> => {
      const message = reasonOf(error);
      await store.steps.fail(run.id, name, round, { error: message, costUsd });
      await emit({ type: 'step.failed', ...where, durationMs: durationMs(), costUsd, message });
    },
  };
}

/** What the session that failed had cost: it is booked, but the step has not heard of it. */
function costOf(error: unknown): number {
  if (error instanceof Postponed) return error.costUsd;
  const usd = error instanceof AutodevError ? error.data?.costUsd : undefined;
  return typeof usd === 'number' ? usd : 0;
}
