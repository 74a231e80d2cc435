import { errorCode } from '../../../host/fs/files.ts';
import { AutodevError } from '../../../work/errors.ts';

/** The sandbox of a closed gate has the state mounted read-only: whoever asks from in there is an agent, whatever its environment says. */
export async function refusingShutIn<T>(what: string, change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    if (errorCode(error) !== 'EROFS' && errorCode(cause) !== 'EROFS') throw error;
    throw new AutodevError('gate_closed', `${what} cannot be changed from here`, {
      why: 'it is read-only, as in the sandbox of `autodev develop run`',
      hint: 'run it in a terminal of your own',
      cause: error,
    });
  }
}
