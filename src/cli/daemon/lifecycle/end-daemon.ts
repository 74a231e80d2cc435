import { askDaemon } from '../../../api/control/ask.ts';
import { lockHolder } from '../../../daemon/lock.ts';
import { systemClock } from '../../../host/clock.ts';
import { aliveSince } from '../../../host/process/liveness.ts';
import { signalProcess } from '../../../host/process/signals.ts';
import { AutodevError } from '../../../work/errors.ts';

export interface Ending {
  now: boolean;
  /** How long sessions may take to end; with `now` they get none. */
  drainMs: number;
  signal: AbortSignal;
  /** Says what is being done, when it takes longer than people expect. */
  say: (text: string) => void;
}

export type Ended = { how: 'absent' } | { how: 'asked' | 'terminated' | 'killed'; pid: number };

const ANSWER_MS = 3_000;
/** Time an orderly end takes beyond its sessions: labels, claims, the last events. */
const SETTLE_MS = 20_000;
/** Sessions get 1.5 s after SIGINT; whatever else keeps it is not waited for. */
const NOW_MS = 4_000;
const KILL_NOW_MS = 1_000;
const KILL_MS = 5_000;
const LOOK_MS = 25;

/**
 * Ends the daemon of this home: asked first, then by SIGTERM, then by SIGKILL, so that it ends whatever it or a session
 * does. Only the process that holds the lock is signalled, told from a later one of the same pid by its start time.
 */
export async function endDaemon(home: string, ending: Ending): Promise<Ended> {
  const { now, drainMs, signal, say } = ending;
  const holder = await lockHolder(home);
  if (holder === undefined) return { how: 'absent' };
  const { pid } = holder;
  const alive = () => aliveSince(pid, holder.startedAt);
  const gone = async (ms: number) => {
    const deadline = systemClock.now() + ms;
    while (await alive()) {
      if (systemClock.now() > deadline) return false;
      await systemClock.sleep(LOOK_MS, signal);
    }
    return true;
  };

  const body = JSON.stringify({ name: 'stop', now });
  const asked = await askDaemon(home, { method: 'POST', path: '/commands', body, idleMs: ANSWER_MS, signal });
  const heard = asked.kind === 'answered' && asked.ok;
  const patience = now ? NOW_MS : drainMs + SETTLE_MS;
  if (heard) {
    if (!now && !(await gone(2_000)))
      say('waiting for it to come to rest (autodev stop --now does not let sessions end)');
    if (await gone(patience)) return { how: 'asked', pid };
  }
  say(heard ? 'it takes too long: sending SIGTERM' : 'the daemon does not answer: sending SIGTERM');
  if (await alive()) signalProcess(pid, 'SIGTERM');
  if (await gone(now ? KILL_NOW_MS : heard ? KILL_MS : patience)) return { how: 'terminated', pid };
  say('it does not end: killing it');
  if (await alive()) signalProcess(pid, 'SIGKILL');
  if (await gone(KILL_MS)) return { how: 'killed', pid };
  throw new AutodevError('failed', `the daemon (pid ${pid}) cannot be ended`, {
    hint: 'it belongs to another user, or hangs inside the system',
  });
}
