import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { understand, type Asked } from './request.ts';
import type { Dialect, Fault, Turn } from './turn.ts';

/** A request as it came, before anybody understood it. */
export interface Recorded {
  method: string;
  path: string;
  headers: NodeJS.Dict<string | string[]>;
  body: string;
  /** Whether it asks the model for a turn of the conversation. */
  call: boolean;
}

export interface Recorder {
  url: string;
  requests: Recorded[];
  close(): Promise<void>;
}

/** Stands before the scripted model: keeps every request and misbehaves when the plan says so. */
export async function openRecorder(
  upstream: string,
  dialect: Dialect,
  play: (asked: Asked, then: () => Promise<void>) => Promise<Turn>,
): Promise<Recorder> {
  const requests: Recorded[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const [method, path, text] = [request.method ?? '', request.url ?? '/', body.toString('utf8')];
    const asked = understand(dialect, method, path, text);
    requests.push({ method, path, headers: request.headers, body: text, call: asked.call });
    if (!asked.call) {
      await pass(upstream, request, body, response);
      return;
    }
    let passed: Promise<void> = Promise.resolve();
    const turn = await play(asked, async () => {
      passed = pass(upstream, request, body, response);
      await passed;
    });
    if ('fault' in turn) await misbehave(turn.fault, () => read(upstream, request, body), response);
    await passed;
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function misbehave(
  fault: Fault,
  read: () => Promise<Upstream>,
  response: ServerResponse,
): Promise<void> {
  if (fault === 'hang') return;
  if (typeof fault === 'object') {
    const type =
      fault.status === 429 ? 'rate_limit_error' : fault.status === 401 ? 'authentication_error' : 'api_error';
    const message = `the scripted model answers ${fault.status}`;
    response.writeHead(fault.status, {
      'content-type': 'application/json',
      ...(fault.retryAfter === undefined ? {} : { 'retry-after': String(fault.retryAfter) }),
      ...fault.headers,
    });
    const plain = { type: 'error', error: { type, message, code: fault.status } };
    response.end(JSON.stringify(fault.body ?? plain));
    return;
  }
  const whole = await read();
  if (fault === 'sse_error' && !whole.type.includes('event-stream')) {
    await misbehave({ status: 529 }, read, response);
    return;
  }
  const events = whole.body.split(/(?<=\n\n)/);
  response.writeHead(200, { 'content-type': whole.type });
  response.write(events.slice(0, Math.ceil(events.length / 2)).join(''));
  if (fault === 'stall') return;
  if (fault === 'cut') {
    setTimeout(() => response.destroy(), 50);
    return;
  }
  const error = { type: 'overloaded_error', message: 'Overloaded', code: 'overloaded_error' };
  response.write(`event: error\ndata: ${JSON.stringify({ type: 'error', error })}\n\n`);
  response.end();
}

interface Upstream {
  type: string;
  body: string;
}

function read(upstream: string, request: IncomingMessage, body: Buffer): Promise<Upstream> {
  return new Promise((resolve, reject) => {
    send(upstream, request, body, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () =>
        resolve({
          type: answer.headers['content-type'] ?? 'text/event-stream',
          body: Buffer.concat(chunks).toString('utf8'),
        }),
      );
    }).on('error', reject);
  });
}

function pass(
  upstream: string,
  request: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
): Promise<void> {
  return new Promise((resolve, reject) => {
    send(upstream, request, body, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
      answer.once('end', resolve);
      answer.once('error', reject);
    }).on('error', reject);
  });
}

function send(
  upstream: string,
  request: IncomingMessage,
  body: Buffer,
  onAnswer: (answer: IncomingMessage) => void,
) {
  const { hostname, port, host } = new URL(upstream);
  const sent = forward(
    { hostname, port, path: request.url, method: request.method, headers: { ...request.headers, host } },
    onAnswer,
  );
  sent.end(body);
  return sent;
}
