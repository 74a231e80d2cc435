import { createInterface } from 'node:readline';
import { takeLock } from '../../src/daemon/lock.ts';
import { isAutodevError } from '../../src/work/errors.ts';

/** A process that takes the lock of each home it is told, says whether it got it, and gives it back when told `-`. */
const say = (word: string) => process.stdout.write(`${word}\n`);
let lock: Awaited<ReturnType<typeof takeLock>> | undefined;
say('ready');
for await (const line of createInterface({ input: process.stdin })) {
  if (line === '-') {
    await lock?.release();
    lock = undefined;
    say('free');
    continue;
  }
  try {
    lock = await takeLock(line);
    say('won');
  } catch (error) {
    say(isAutodevError(error, 'already_running') ? 'lost' : String(error));
  }
}
