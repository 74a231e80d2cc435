import type { Source } from '../api/board/source.ts';
import type { Input } from './model.ts';
import type { Time } from './screen/terminal.ts';

/** Events come in bursts; a new snapshot is asked for at most this often. */
const BURST_MS = 150;
/** What changes without an event (midnight, a wait that is over) is seen this late at most. */
const QUIET_MS = 10_000;
/** While no daemon answers, whether one has come up is looked at this often. */
const ABSENT_MS = 500;

export interface Watched {
  source: Source;
  time: Time;
  signal: AbortSignal;
  take(input: Input): void;
  /** The item whose details are open. */
  shown(): string | undefined;
  words(error: unknown): string;
}

/** Keeps the model up to date, whatever the daemon does: asks anew after every burst of events, and until one is there. */
export async function watch({ source, time, signal, take, shown, words }: Watched): Promise<void> {
  while (!signal.aborted) {
    let after: number | undefined;
    try {
      const snapshot = await source.snapshot();
      take({ kind: 'snapshot', snapshot });
      const id = shown();
      if (id !== undefined) take({ kind: 'details', id, details: await source.item(id) });
      if (snapshot.presence === 'answers') after = snapshot.status.seq;
    } catch (error) {
      if (!signal.aborted) take({ kind: 'problem', text: words(error) });
    }
    if (after !== undefined) await news({ source, time, signal, take }, after);
    await time.sleep(after === undefined ? ABSENT_MS : BURST_MS, signal).catch(() => {});
  }
}

/** Resolves a moment after the first event, after a quiet while, or when the daemon goes away. */
async function news(
  { source, time, signal, take }: Pick<Watched, 'source' | 'time' | 'signal' | 'take'>,
  after: number,
): Promise<void> {
  const heard = new AbortController();
  const quiet = time.after(QUIET_MS, () => heard.abort());
  let burst: { cancel(): void } | undefined;
  const onEvent = (event: Extract<Input, { kind: 'event' }>['event']) => {
    take({ kind: 'event', event });
    // What a session says changes its own tail only, which the event itself adds to.
    if (event.type !== 'session.progress') burst ??= time.after(BURST_MS, () => heard.abort());
  };
  await source.follow(after, onEvent, AbortSignal.any([signal, heard.signal])).catch(() => {});
  quiet.cancel();
  burst?.cancel();
}
