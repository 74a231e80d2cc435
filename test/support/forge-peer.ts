import type { Fetch } from '../../src/host/net/fetch.ts';

export interface Seen {
  method: string;
  path: string;
  at: number;
  headers: Headers;
}

export type Reply = { status: number; headers?: Record<string, string>; body?: unknown } | Error;

/** A peer that answers what a test tells it to, one reply after the other; the last one stays. */
export function peer(now: () => number, replies: readonly Reply[]): { fetch: Fetch; seen: Seen[] } {
  const seen: Seen[] = [];
  return {
    seen,
    fetch: (url, init) => {
      const reply = replies[Math.min(seen.length, replies.length - 1)];
      const target = new URL(url instanceof Request ? url.url : url);
      seen.push({
        method: init?.method ?? 'GET',
        path: `${target.pathname}${target.search}`,
        at: now(),
        headers: new Headers(init?.headers),
      });
      if (reply === undefined) return Promise.reject(new Error('nothing to say'));
      if (reply instanceof Error) return Promise.reject(reply);
      const empty = [204, 304].includes(reply.status);
      const headers = {
        'content-type': 'application/json',
        date: new Date(now()).toUTCString(),
        ...reply.headers,
      };
      const body = empty ? null : JSON.stringify(reply.body ?? {});
      return Promise.resolve(new Response(body, { status: reply.status, headers }));
    },
  };
}
