import type { ServerResponse } from 'node:http';

/** What the HTTP door passes along with a request. */
interface Bindings {
  outgoing?: ServerResponse;
}

/** Tells the server that the answer was already dealt with. */
const DEALT_WITH = { 'x-hono-already-sent': 'true' };

/**
 * Breaks the connection instead of answering: before anything was sent, or in the middle of the body.
 * For tests of clients; a real network does this too.
 */
export function breakConnection(bindings: unknown, sent?: { status: number; body: string }): Response {
  const outgoing = (bindings as Bindings | undefined)?.outgoing;
  if (outgoing !== undefined && sent !== undefined) {
    outgoing.writeHead(sent.status, {
      'content-type': 'application/json',
      'content-length': String(sent.body.length + 1),
    });
    outgoing.write(sent.body.slice(0, Math.ceil(sent.body.length / 2)), () => outgoing.destroy());
  } else outgoing?.destroy();
  return new Response(null, { headers: DEALT_WITH });
}
