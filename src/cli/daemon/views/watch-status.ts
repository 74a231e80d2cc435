import { openClient } from '../../../api/control/client.ts';
import { followEvents } from '../../../api/follow.ts';
import type { Item } from '../../../api/items.ts';
import type { Status } from '../../../api/status.ts';
import { itemsLeftBehind } from '../../../daemon/control/items.ts';
import { systemClock } from '../../../host/clock.ts';
import type { Input } from '../../command.ts';
import { palette } from '../../io.ts';
import { statusText } from '../../../render/status-text.ts';
import { readStore } from '../stores.ts';
import { itemTable } from './item-table.ts';

/** Events come in bursts; the picture changes at most this often. */
const BURST_MS = 250;
/** While no daemon answers, whether one has started is looked at this often. */
const ABSENT_MS = 1_000;

/** Shows the status and what is in work anew whenever something happens. With --json one line per picture. Ends by Ctrl-C. */
export async function watchStatus(
  { home, io, json, signal }: Input,
  current: () => Promise<Status>,
): Promise<number> {
  let last = '';
  const draw = async () => {
    const status = await current();
    const now = io.outIsTerminal ? systemClock.now() : null;
    const itemsText = async () => {
      const items = await itemsNow(home, signal);
      const screen = { columns: io.outIsTerminal ? io.columns : null, now, dim: palette(io.color).dim };
      return items.length === 0 ? '' : `\n${itemTable(items, screen)}`;
    };
    const text = json
      ? `${JSON.stringify(status)}\n`
      : `${statusText(status, now, palette(io.color))}${await itemsText()}`;
    if (text !== last) io.out(!json && io.outIsTerminal ? `\u001b[H\u001b[2J${topOf(text, io.rows)}` : text);
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

/** What fits the terminal: a longer text would scroll its beginning away. */
function topOf(text: string, rows: number): string {
  return `${text
    .trimEnd()
    .split('\n')
    .slice(0, Math.max(1, rows - 1))
    .join('\n')}\n`;
}

/** What is in work, as `autodev list` has it. */
async function itemsNow(home: string, signal: AbortSignal): Promise<Item[]> {
  // One that does not answer is told by the status above.
  const live = await openClient(home, { signal })
    .items()
    .catch(() => undefined);
  return live ?? readStore(home, (store) => itemsLeftBehind(store, systemClock.now()));
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
