import { errorCode } from '../../../host/fs/files.ts';
import { AutodevError } from '../../../work/errors.ts';

/** How the sandbox of a closed gate answers: the state is mounted read-only there, and a mounted folder stays. */
const SHUT_IN = ['EROFS', 'EBUSY'];

/** Whoever asks from in there is an agent's command, whatever its environment says. */
export async function refusingShutIn<T>(what: string, change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    if (![error, cause].some((each) => SHUT_IN.includes(errorCode(each) ?? ''))) throw error;
    throw new AutodevError('gate_closed', `${what} cannot be changed from here`, {
      why: 'it is read-only, as in the sandbox of `autodev develop run`',
      hint: 'run it in a terminal of your own',
      cause: error,
    });
  }
}
