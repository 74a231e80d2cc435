import type { Clock } from '../../host/clock.ts';
import { AutodevError } from '../../work/errors.ts';

/** How talking to the forge comes to its end when the program stops. */
export interface ForgeEnd {
  /** Nobody waits for the end of a limit from then on, which may be an hour away. */
  hurry: AbortSignal;
  /** No request is waited for any more. */
  signal: AbortSignal;
  /** The program stops: limits are waited for no longer, and requests for so long. */
  within(ms: number): void;
}

export function openForgeEnd(clock: Clock): ForgeEnd {
  const hurry = new AbortController();
  const over = new AbortController();
  // No attempt of an item is counted for it.
  const reason = () => new AutodevError('interrupted', 'autodev is stopping');
  return {
    hurry: hurry.signal,
    signal: over.signal,
    within: (ms) => {
      hurry.abort(reason());
      clock.after(ms, () => over.abort(reason()), { background: true });
    },
  };
}
