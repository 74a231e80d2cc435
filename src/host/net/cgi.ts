import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AutodevError } from '../../work/errors.ts';
import type { Clock, Timer } from '../clock.ts';
import type { Processes, Running } from '../process/process.ts';

export interface CgiCall {
  command: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  request: Request;
  /** Ends the program; what it had not finished is undone by the program itself. */
  signal: AbortSignal;
  /** Runs once after the program has ended and before the client sees the end of the answer. */
  after: () => Promise<void>;
}

export interface CgiAnswer {
  response: Response;
  /** The program has ended and `after` is done, whatever became of the client. */
  settled: Promise<void>;
}

const GRACE = 5_000;
const LONGEST_HEAD = 64 * 1024;

/** One CGI program for one HTTP request: the body streamed in, the head parsed, the rest streamed out. */
export async function runCgi(
  { processes, clock }: { processes: Processes; clock: Clock },
  call: CgiCall,
): Promise<CgiAnswer> {
  const { request } = call;
  const child = await processes.start(call.command, call.args, {
    env: { ...call.env, ...requestVariables(request) },
    stdin: 'pipe',
    ownGroup: true,
  });
  // First only its input ends and nobody reads on: a program that is not signalled cleans up after itself (git 2.36
  // and later leave what a push brought so far lying about when they are). It is signalled when that is not enough.
  let grace: Timer | undefined;
  const stop = () => {
    child.stdin?.destroy();
    child.stdout.resume();
    grace ??= clock.after(GRACE, () => child.kill('SIGTERM'), { background: true });
  };
  call.signal.addEventListener('abort', stop, { once: true });
  if (call.signal.aborted) stop();
  feed(child, request, stop);
  child.stderr.resume();
  // Programs that it started hold the same pipe: once that is closed, they have ended and cleaned up as well.
  const closed = new Promise<void>((done) => {
    child.stdout.once('close', done);
  });
  const settled = Promise.all([child.exited, closed]).then(async () => {
    grace?.cancel();
    call.signal.removeEventListener('abort', stop);
    await call.after();
  });
  settled.catch(() => {});

  const chunks = child.stdout[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const { head, rest } = await readHead(chunks, stop);
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      if (rest.length > 0) controller.enqueue(rest);
    },
    pull: async (controller) => {
      const next = await chunks.next();
      if (next.done !== true) {
        controller.enqueue(next.value);
        return;
      }
      await settled;
      controller.close();
    },
    cancel: stop,
  });
  const { status, headers } = parseHead(head);
  return { response: new Response(body, { status, headers }), settled };
}

function feed(child: Running, request: Request, stop: () => void): void {
  if (child.stdin === null) return;
  if (request.body === null) {
    child.stdin.end();
    return;
  }
  // A program that answers without reading everything closes its input: that is its right (EPIPE).
  // A client that breaks off in the middle is not: the program must not take half a body for a whole one.
  const source = Readable.fromWeb(request.body);
  source.once('error', stop);
  pipeline(source, child.stdin).catch(() => {});
}

function requestVariables(request: Request): Record<string, string> {
  const url = new URL(request.url);
  const variables: Record<string, string> = {
    GATEWAY_INTERFACE: 'CGI/1.1',
    SERVER_PROTOCOL: 'HTTP/1.1',
    REQUEST_METHOD: request.method,
    QUERY_STRING: url.search.slice(1),
  };
  const copy = (header: string, name: string) => {
    const value = request.headers.get(header);
    if (value !== null) variables[name] = value;
  };
  copy('content-type', 'CONTENT_TYPE');
  copy('content-length', 'CONTENT_LENGTH');
  copy('content-encoding', 'HTTP_CONTENT_ENCODING');
  copy('git-protocol', 'GIT_PROTOCOL');
  return variables;
}

async function readHead(
  chunks: AsyncIterator<Buffer>,
  stop: () => void,
): Promise<{ head: string; rest: Buffer }> {
  let seen = Buffer.alloc(0);
  for (;;) {
    const end = /\r?\n\r?\n/.exec(seen.toString('latin1'));
    if (end !== null) {
      return {
        head: seen.toString('latin1').slice(0, end.index),
        rest: seen.subarray(end.index + end[0].length),
      };
    }
    const next = await chunks.next();
    if (next.done === true || seen.length > LONGEST_HEAD) {
      stop();
      throw new AutodevError('io', 'a CGI program ended without an answer');
    }
    seen = Buffer.concat([seen, next.value]);
  }
}

function parseHead(head: string): { status: number; headers: Headers } {
  const headers = new Headers();
  let status = 200;
  for (const line of head.split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon === -1) continue;
    const name = line.slice(0, colon).trim();
    const value = line.slice(colon + 1).trim();
    if (name.toLowerCase() === 'status') status = Number.parseInt(value, 10) || 500;
    else headers.append(name, value);
  }
  return { status, headers };
}
