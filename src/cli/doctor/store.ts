import { isAutodevError } from '../../work/errors.ts';
import { readStore } from '../daemon/stores.ts';
import { ok, problem, type Check, type Patient } from './check.ts';

export async function checkStore({ home, loaded }: Patient): Promise<Check> {
  try {
    const machines = await readStore(home, async (store) => {
      await store.repositories.list();
      return store.machines.all();
    });
    if (loaded?.config.cluster === undefined) return ok('store', 'autodev.db is in order');
    const there = machines.filter(({ state }) => state !== 'silent');
    const workers = there.filter(({ kind }) => kind === 'worker').length;
    const leads = there.some(({ state }) => state === 'leading') ? 'a coordinator leads' : 'nobody leads';
    return ok('store', `the cluster's database is in order: ${leads}, workers ${workers}`);
  } catch (error) {
    if (!isAutodevError(error)) throw error;
    const why = error.why === undefined ? '' : `: ${error.why}`;
    return problem('store', `${error.message}${why}`, error.hint ?? '');
  }
}
