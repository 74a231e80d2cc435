import { AutodevError } from '../work/errors.ts';
import type { Store } from './store.ts';

/** Where what is taken from one store into another is noted as long as not all of it is there. */
const KEY = 'cluster.migrating';

/** Notes that a migration from there begins. True: an earlier one from there did not come to its end. */
export async function beginMigration({ meta }: Pick<Store, 'meta'>, from: string): Promise<boolean> {
  const before = await meta.get(KEY);
  if (before !== undefined && before !== '' && before !== from)
    throw new AutodevError('refused', 'another migration into it has not come to its end', {
      why: `it was begun from ${before}`,
      hint: 'begin that one again, or use an empty database or home',
    });
  await meta.set(KEY, from);
  return before === from;
}

export async function endMigration({ meta }: Pick<Store, 'meta'>): Promise<void> {
  await meta.set(KEY, '');
}

/** Nothing is begun with half of what was known: work that was paid for would be paid again. */
export async function mustBeWhole({ meta }: Pick<Store, 'meta'>): Promise<void> {
  const from = await meta.get(KEY);
  if (from === undefined || from === '') return;
  throw new AutodevError('refused', 'a migration has not come to its end', {
    why: `not everything from ${from} is there yet`,
    hint: 'the same autodev cluster migrate once more goes on with it',
  });
}
