import { isAutodevError } from '../../work/errors.ts';
import { readStore } from '../daemon/stores.ts';
import { ok, problem, type Check, type Patient } from './check.ts';

export async function checkStore({ home }: Patient): Promise<Check> {
  try {
    await readStore(home, (store) => store.repositories.list());
    return ok('store', 'autodev.db is in order');
  } catch (error) {
    if (!isAutodevError(error)) throw error;
    const why = error.why === undefined ? '' : `: ${error.why}`;
    return problem('store', `${error.message}${why}`, error.hint ?? '');
  }
}
