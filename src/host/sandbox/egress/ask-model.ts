import type { IncomingMessage, ServerResponse } from 'node:http';
import { PassThrough, Transform, type Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { authenticated } from './credential.ts';
import { openRequest } from './forward.ts';
import { endToEnd, withoutDisguise } from './headers.ts';
import type { ModelAccess, ModelCall } from './model-access.ts';
import { MODEL_PATH } from './network.ts';
import { readBody } from './read-body.ts';
import { Refused } from './refused.ts';
import { remotePart } from './remote-parts.ts';
import { scrubber } from './scrub.ts';

const MB = 1024 * 1024;
const QUESTION_CAP = 64 * MB;
const ANSWER_CAP = 256 * MB;
const QUERY = /^(\?((beta|alt|client_version|api-version)=[\w.-]{0,64}(&|$))*)?$/;

/** Passes one question on, if it is one that a CLI asks, and its answer back without the key. */
export async function askModel(
  model: ModelAccess | undefined,
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (model === undefined || !url.pathname.startsWith(`${MODEL_PATH}/`))
    throw new Refused('there is no model here');
  if (request.headers.upgrade !== undefined) {
    // Answers on a web socket could not be counted; with this status codex asks by HTTP at once.
    response.writeHead(426).end();
    return;
  }
  const path = url.pathname.slice(MODEL_PATH.length);
  const call = callOf(model, request.method, path, url.search);
  const refusal = model.refusal();
  if (refusal !== undefined) throw new Refused(refusal);
  const headers = authenticated(withoutDisguise(endToEnd(request.headers)), model);
  const body = await readBody(request, QUESTION_CAP);
  checkQuestion(call, request, body);
  const upstream = new URL(`${model.upstream.replace(/\/$/, '')}${path}${url.search}`);
  const answer = await ask(upstream, call.method, { ...headers, host: upstream.host }, body, response);
  await giveBack(model, call, answer, response);
}

function callOf(model: ModelAccess, method: string | undefined, path: string, query: string): ModelCall {
  const call = model.calls.find((one) => one.method === method && one.path.test(path));
  if (call === undefined) throw new Refused(`${method} ${path.slice(0, 200)} is not a call of a model`);
  if (!QUERY.test(query))
    throw new Refused('the query of a call of a model holds only what its CLI writes there');
  return call;
}

function checkQuestion(call: ModelCall, request: IncomingMessage, body: Buffer): void {
  if (call.method === 'GET') {
    if (body.length > 0) throw new Refused('GET has no body', 400);
    return;
  }
  if (request.headers['content-encoding'] !== undefined) throw new Refused('a packed question', 415);
  let question: unknown;
  try {
    question = JSON.parse(body.toString('utf8'));
  } catch {
    throw new Refused('a question is JSON', 400);
  }
  const part = remotePart(question);
  if (part !== undefined) throw new Refused(`the model is not to fetch anything for a question (${part})`);
}

async function ask(
  url: URL,
  method: string,
  headers: Record<string, string | string[]>,
  body: Buffer,
  response: ServerResponse,
): Promise<IncomingMessage> {
  const length = method === 'GET' ? {} : { 'content-length': String(body.length) };
  // What is to be read on the way must not be packed.
  const out = openRequest(url, { method, headers: { ...headers, 'accept-encoding': 'identity', ...length } });
  response.once('close', () => out.destroy());
  return new Promise((resolve, reject) => {
    out.once('response', resolve);
    out.on('error', reject);
    out.end(body);
  });
}

async function giveBack(
  model: ModelAccess,
  call: ModelCall,
  answer: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const scrub = scrubber(model.secrets);
  const { 'content-encoding': packed, 'set-cookie': _cookies, ...headers } = endToEnd(answer.headers);
  const unpack = unpacker(typeof packed === 'string' ? packed : undefined);
  const scrubbed = Object.entries(headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map(scrub.text) : scrub.text(value),
  ]);
  response.writeHead(answer.statusCode ?? 502, Object.fromEntries(scrubbed));
  response.flushHeaders();
  const told = call.free === true ? () => {} : model.asked();
  await pipeline(answer, unpack, capped(ANSWER_CAP), scrub.stream(), listening(told), response);
}

/** Asked for plainly, a server may still answer packed; what cannot be read cannot be scrubbed. */
function unpacker(encoding: string | undefined): Duplex {
  switch (encoding) {
    case undefined:
    case 'identity':
      return new PassThrough();
    case 'gzip':
      return createGunzip();
    case 'br':
      return createBrotliDecompress();
    case 'deflate':
      return createInflate();
    default:
      throw new Refused('the model answered in a form that cannot be read', 502);
  }
}

function capped(limit: number): Transform {
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      done(size > limit ? new Error(`an answer of more than ${limit / MB} MB`) : null, chunk);
    },
  });
}

function listening(told: (text: string) => void): Transform {
  const text = new StringDecoder('utf8');
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      told(text.write(chunk));
      done(null, chunk);
    },
  });
}
