import { ask } from '../api/ask.ts';
import type { Status } from '../api/status.ts';
import { homeFolder } from '../config/environment.ts';
import { systemClock } from '../host/clock.ts';
import { statusText } from './daemon/status-text.ts';
import { palette, type Io } from './io.ts';

const PATIENCE_MS = 5_000;

/**
 * `autodev status` is what prompts and scripts ask all the time: when a daemon answers, nothing of the command tree is
 * loaded. Anything out of the ordinary gives undefined and takes the long way, which says the same and more.
 */
export async function quickStatus(words: readonly string[], io: Io): Promise<number | undefined> {
  const [command, ...rest] = words;
  if (command !== 'status' || rest.length > 1 || (rest.length === 1 && rest[0] !== '--json'))
    return undefined;
  const asked = await ask(homeFolder(), { method: 'GET', path: '/status', idleMs: PATIENCE_MS });
  if (asked.kind !== 'answered' || !asked.ok) return undefined;
  const status = asked.value as Status;
  if (status.schema_version !== 1) return undefined;
  io.out(
    rest.length === 1
      ? `${JSON.stringify(status)}\n`
      : statusText(status, systemClock.now(), palette(io.color)),
  );
  return 0;
}
