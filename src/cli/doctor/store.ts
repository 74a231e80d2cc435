import { isAutodevError } from '../../work/errors.ts';
import { readStore, writeStore } from '../daemon/stores.ts';
import { ok, problem, warning, type Check, type Patient } from './check.ts';

export async function checkStore({ home, running }: Patient): Promise<Check> {
  try {
    await readStore(home, (store) => store.repositories.list());
    return ok('store', 'autodev.db is in order');
  } catch (error) {
    if (!isAutodevError(error)) throw error;
    const older = error.code === 'store_broken' && error.message.includes('older schema');
    if (!older || running) return problem('store', `${error.message}: ${error.why ?? ''}`, error.hint ?? '');
    return {
      ...warning('store', error.message, 'The next start brings it up to date.'),
      fix: async () => {
        await writeStore(home, (store) => store.repositories.list());
        return 'autodev.db is up to date';
      },
    };
  }
}
