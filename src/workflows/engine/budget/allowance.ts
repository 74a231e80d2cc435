import type { Question } from '../../../store/tables/questions.ts';
import type { RunRecord } from '../../../store/tables/runs.ts';
import type { Store } from '../../../store/store.ts';
import type { WorkId } from '../../../work/ids.ts';
import { words } from '../../words.ts';
import { askPerson, type AskingParts } from '../questions/asking.ts';
import type { EngineItem } from '../item.ts';

const NAME = 'ask:budget';

/** How often a person has allowed an item its budget once more. */
async function raises(store: Store, work: WorkId): Promise<number> {
  const asked = await store.questions.ofWork(work);
  return asked.filter(({ step, answer }) => step === NAME && answer === 'approve').length;
}

/** The item's own limit: each yes allows it the same amount once more. */
export async function raised(store: Store, { work, settings }: EngineItem): Promise<number> {
  return settings.budget.per_item_usd * (1 + (await raises(store, work)));
}

/** An item's budget is for all its days together: when it is used up only a person can allow more. */
export async function askForMoney(
  parts: AskingParts,
  run: RunRecord,
  { work, settings }: EngineItem,
  why: string,
): Promise<Question> {
  const text = words(settings.language).askBudget(why, `$${settings.budget.per_item_usd.toFixed(2)}`);
  const options = ['approve', 'stop'];
  return askPerson(parts, run, {
    name: NAME,
    round: await raises(parts.store, work),
    text,
    options,
    free: false,
  });
}
