import { followEvents } from '../../../api/follow.ts';
import type { Status } from '../../../api/status.ts';
import { systemClock } from '../../../host/clock.ts';
import type { Input } from '../../command.ts';
import { palette } from '../../io.ts';
import { statusText } from '../../../render/status-text.ts';

/** Events come in bursts; the picture changes at most this often. */
const BURST_MS = 250;
/** While no daemon answers, whether one has started is looked at this often. */
const ABSENT_MS = 1_000;

/** Shows the status anew whenever something happens. With --json one line per picture. Ends by Ctrl-C. */
export async function watchStatus(
  { home, io, json, signal }: Input,
  current: () => Promise<Status>,
): Promise<number> {
  let last = '';
  const draw = async () => {
    const status = await current();
    const text = json
      ? `${JSON.stringify(status)}\n`
      : statusText(status, io.outIsTerminal ? systemClock.now() : null, palette(io.color));
    if (text !== last) io.out(!json && io.outIsTerminal ? `\u001b[H\u001b[2J${text}` : text);
    last = text;
    return status;
  };
  const pause = (ms: number, until = signal) => systemClock.sleep(ms, until).catch(() => {});
  try {
    while (!signal.aborted) {
      const { seq, daemon } = await draw();
      if (daemon.state === 'stopped' || daemon.state === 'unresponsive') {
        await pause(ABSENT_MS);
        continue;
      }
      await untilNews(home, seq, signal);
      await pause(BURST_MS);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return 130;
}

/** Resolves at the first event after `seq`, or when the daemon goes away. */
async function untilNews(home: string, seq: number, signal: AbortSignal): Promise<void> {
  const heard = new AbortController();
  await followEvents(home, {
    after: seq,
    signal: AbortSignal.any([signal, heard.signal]),
    onEvent: () => heard.abort(),
  }).catch(() => {});
}
