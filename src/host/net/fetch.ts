import type { Clock } from '../clock.ts';

/** The only door to HTTP servers elsewhere. */
export type Fetch = (url: string | URL | Request, init?: RequestInit) => Promise<Response>;

export const systemFetch: Fetch = (url, init) => fetch(url, init);

/** Gives up after `ms` on the host's clock, counting until the answer has been read whole by `read`. */
export async function fetchWithin<T>(
  clock: Clock,
  ms: number,
  call: (signal: AbortSignal) => Promise<T>,
  outer?: AbortSignal,
): Promise<T> {
  const controller = new AbortController();
  const timer = clock.after(ms, () => controller.abort(new Error(`no answer within ${ms / 1000} s`)), {
    background: true,
  });
  const stop = () => controller.abort(outer?.reason);
  outer?.addEventListener('abort', stop, { once: true });
  if (outer?.aborted) stop();
  try {
    return await call(controller.signal);
  } finally {
    timer.cancel();
    outer?.removeEventListener('abort', stop);
  }
}
