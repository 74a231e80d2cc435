import { readTextIfAny, remove, writeExclusive } from './files.ts';
import { aliveSince, processStart } from './liveness.ts';
import type { Clock } from './clock.ts';
import { AutodevError } from '../work/errors.ts';

const WAIT_MS = 10_000;
const PAUSE_MS = 25;

/** Runs `work` while nobody else holds the lock file. A lock whose process is gone is taken over. */
export async function withFileLock<T>(path: string, clock: Clock, work: () => Promise<T>): Promise<T> {
  const mine = `${process.pid} ${await processStart(process.pid)}\n`;
  const until = clock.monotonic() + WAIT_MS;
  while (!(await writeExclusive(path, mine))) {
    const [pid = '', startedAt = ''] = ((await readTextIfAny(path)) ?? '').trim().split(' ');
    // An empty file is one that is being written at this moment.
    if (pid !== '' && !(await aliveSince(Number(pid), startedAt))) await remove(path);
    else if (clock.monotonic() > until) {
      throw new AutodevError('already_running', `${path} is held by another process`, {
        why: pid === '' ? undefined : `process ${pid} has held it for more than ${WAIT_MS / 1_000} s`,
        hint: 'try again when it has finished',
      });
    } else await clock.sleep(PAUSE_MS);
  }
  try {
    return await work();
  } finally {
    if ((await readTextIfAny(path)) === mine) await remove(path);
  }
}
