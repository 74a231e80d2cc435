/** The longest pkt-line that git allows, its four digits included. */
const LONGEST = 65_520;
/** What a push may begin with: an update of a ref, a shallow boundary, or a signed push. */
const COMMAND =
  /^(?:(?:[0-9a-f]{40} [0-9a-f]{40}|[0-9a-f]{64} [0-9a-f]{64}) \S|shallow [0-9a-f]{40}|push-cert\0)/;

/**
 * The request with its body unpacked, or undefined when that does not begin as a push. Git's own server says 200 and
 * nothing else to such a body, which a client takes for success.
 */
export async function pushRequest(request: Request): Promise<Request | undefined> {
  if (request.body === null) return undefined;
  const headers = new Headers(request.headers);
  let body: ReadableStream<Uint8Array> = request.body;
  if (/^(?:x-)?gzip$/i.test(headers.get('content-encoding') ?? '')) {
    body = body.pipeThrough<Uint8Array>(new DecompressionStream('gzip'));
    headers.delete('content-encoding');
    headers.delete('content-length');
  }
  const reader = body.getReader();
  let seen = Buffer.alloc(0);
  const have = async (length: number): Promise<boolean> => {
    while (seen.length < length) {
      const next = await reader.read();
      if (next.done) return false;
      seen = Buffer.concat([seen, next.value]);
    }
    return true;
  };
  // A body that is no gzip, or breaks off, fails here.
  if (!(await beginsAsPush(have, () => seen).catch(() => false))) {
    await reader.cancel().catch(() => {});
    return undefined;
  }
  const whole = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(seen),
    pull: async (controller) => {
      const next = await reader.read();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return new Request(request.url, { method: request.method, headers, body: whole, duplex: 'half' });
}

async function beginsAsPush(
  have: (length: number) => Promise<boolean>,
  seen: () => Buffer,
): Promise<boolean> {
  if (!(await have(4))) return false;
  const digits = seen().toString('latin1', 0, 4);
  if (!/^[0-9a-f]{4}$/i.test(digits)) return false;
  const length = Number.parseInt(digits, 16);
  // Nothing but a flush: git asks this way whether it may push, before it sends a large pack.
  if (length === 0) return true;
  return (
    length > 4 &&
    length <= LONGEST &&
    (await have(length)) &&
    COMMAND.test(seen().toString('latin1', 4, length))
  );
}
