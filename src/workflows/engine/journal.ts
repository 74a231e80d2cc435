import { z } from 'zod';
import type { StepRecord } from '../../store/tables/steps.ts';
import { AutodevError } from '../../work/errors.ts';
import { personAnswer, type Flow, type StepKey } from './flow.ts';

/** A recorded result that this version cannot use: another version wrote it, or the row is damaged. */
export class UnreadableStep extends AutodevError {
  readonly at: StepKey;

  constructor({ name, round }: StepRecord, why: string) {
    super('store_broken', `the recorded result of the step ${name} (round ${round}) cannot be read`, {
      why,
      hint: 'the next attempt does this step and those after it again',
    });
    this.at = { name, round };
  }
}

/**
 * The finished steps of a run with their results checked, once, where they come out of the store. Of a step that this
 * flow no longer has only its cost and its commit are ever used.
 */
export function readJournal(flow: Pick<Flow, 'steps'>, rows: readonly StepRecord[]): StepRecord[] {
  return rows.map((row) => {
    const schema = row.name.startsWith('ask:') ? personAnswer : flow.steps[row.name]?.result;
    const parsed = schema?.safeParse(row.result);
    if (parsed === undefined) return row;
    if (!parsed.success) throw new UnreadableStep(row, z.prettifyError(parsed.error));
    return { ...row, result: parsed.data };
  });
}
