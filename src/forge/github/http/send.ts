import type { z } from 'zod';
import type { Host } from '../../../host/host.ts';
import { AutodevError } from '../../../work/errors.ts';
import type { EtagStore } from './conditional.ts';
import { answerIn, refusal, silence, type ForgeResponse } from './errors.ts';
import type { LimitGate } from './limits.ts';
import type { TokenProvider } from './token.ts';
import { understood } from './understood.ts';

interface SenderParts {
  host: Host;
  gate: LimitGate;
  apiUrl: string;
  etags: EtagStore;
  token: TokenProvider;
  signal?: AbortSignal | undefined;
}

export interface Request {
  method: string;
  url: string;
  baseUrl: string;
  headers: Record<string, string | number | undefined>;
  request?: { shape?: z.ZodType };
}

export interface Reply extends ForgeResponse {
  url: string;
  headers: Record<string, string | undefined>;
}

export type Send = (request: Request) => Promise<Reply>;

/** What Octokit adds to a request's own parameters. */
const NOT_ASKED = new Set(['method', 'url', 'baseUrl', 'headers', 'request', 'mediaType']);
const READ_TRIES = 4;
const FIRST_PAUSE = 1_000;
/** An outage is asked about again within a minute, however long the forge would like us to wait. */
const LONGEST_PAUSE = 60_000;

/**
 * The one way to the forge, as an Octokit hook: token, limits, ETags, and what may be repeated.
 * Reads are repeated after limits and brief outages. A write is sent once, whatever happens.
 */
export function openSender(parts: SenderParts): (send: Send, request: Request) => Promise<Reply> {
  return (send, request) => (request.method === 'GET' ? read : write)(parts, send, request);
}

/** Asked for at the last moment: an app's token may have run out while we waited for a limit. */
async function authorize(parts: SenderParts, request: Request): Promise<Request> {
  // A link to another server must not be followed with our token.
  const absolute = /^https?:/.test(request.url);
  if (absolute && !request.url.startsWith(`${parts.apiUrl}/`)) {
    throw new AutodevError('forge_rejected', 'the forge pointed to another server', {
      data: { origin: new URL(request.url).origin },
    });
  }
  const token = await parts.token();
  return { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } };
}

/** For people: `GET /repos/org/app/issues/3`. */
function nameOf(request: Request): string {
  const path = request.url
    .replace(/^https?:\/\/[^/]+/, '')
    .replace(/\?.*$/, '')
    .replace(/\{(\w+)\}/g, (whole, name: string) =>
      String((request as unknown as Record<string, string | number>)[name] ?? whole),
    );
  return `${request.method} ${path}`;
}

async function write(parts: SenderParts, send: Send, request: Request): Promise<Reply> {
  const blocked = await parts.gate.enter(true);
  if (blocked !== undefined) throw limited(request, blocked);
  try {
    const reply = await send(await authorize(parts, request));
    parts.gate.heard(reply);
    return reply;
  } catch (error) {
    if (error instanceof AutodevError) throw error;
    const answer = answerIn(error);
    if (answer === undefined) throw silence(nameOf(request), error, true);
    const until = parts.gate.heard(answer);
    if (until !== undefined) throw limited(request, until, answer.status);
    if (answer.status >= 500) throw silence(nameOf(request), error, true);
    throw refusal(nameOf(request), answer);
  }
}

/** It was not done: the forge refused it, or (without a status) it was not sent. */
function limited(request: Request, until: number, status?: number): AutodevError {
  const retryAt = new Date(until).toISOString();
  return new AutodevError('forge_limited', `the forge's limit is reached (${nameOf(request)})`, {
    why: `it answers again at ${retryAt}`,
    data: { status, retryAt },
  });
}

async function read(parts: SenderParts, send: Send, request: Request): Promise<Reply> {
  const { clock } = parts.host;
  const key = keyOf(parts.apiUrl, request);
  const known = await parts.etags.get(key);
  const asked =
    known === undefined
      ? request
      : { ...request, headers: { ...request.headers, 'if-none-match': known.etag } };
  for (let tries = 1; ; tries += 1) {
    await parts.gate.enter(false);
    try {
      const reply = await send(await authorize(parts, asked));
      parts.gate.heard(reply);
      return await remember(parts, key, request, reply);
    } catch (error) {
      if (error instanceof AutodevError) throw error;
      parts.signal?.throwIfAborted();
      const answer = answerIn(error);
      if (answer?.status === 304 && known !== undefined) {
        parts.gate.heard(answer);
        const headers = {
          ...(answer.headers as Reply['headers']),
          link: known.link,
          'x-autodev-unchanged': '1',
        };
        return {
          status: 200,
          url: questionOf(parts.apiUrl, request),
          headers,
          data: JSON.parse(known.body) as unknown,
        };
      }
      // A limit is not a failure: it is obeyed, however often it comes.
      const until = answer === undefined ? undefined : parts.gate.heard(answer);
      if (until !== undefined) {
        parts.host.log.write('info', 'the forge asks to slow down', { until: new Date(until).toISOString() });
        tries -= 1;
        continue;
      }
      if (answer !== undefined && answer.status < 500) throw refusal(nameOf(request), answer);
      if (tries >= READ_TRIES)
        throw answer === undefined
          ? silence(nameOf(request), error, false)
          : refusal(nameOf(request), answer);
      const asks = Number(answer?.headers['retry-after']);
      const pause = Number.isFinite(asks)
        ? Math.min(asks * 1_000, LONGEST_PAUSE)
        : FIRST_PAUSE * 2 ** (tries - 1);
      await clock.sleep(pause, parts.signal);
    }
  }
}

/** Raise it when more is read from answers: what was remembered before does not have that, and 304 would not bring it. */
const SHAPES = 2;

/** The whole question. The same one must always have the same key. */
function keyOf(apiUrl: string, request: Request): string {
  return `${SHAPES} ${questionOf(apiUrl, request)}`;
}

function questionOf(apiUrl: string, request: Request): string {
  if (!request.url.startsWith('/')) return request.url;
  const rest = Object.entries(request).filter(([name]) => !NOT_ASKED.has(name));
  return `${apiUrl}${request.url} ${JSON.stringify(Object.fromEntries(rest))}`;
}

async function remember(parts: SenderParts, key: string, request: Request, reply: Reply): Promise<Reply> {
  const shape = request.request?.shape;
  if (shape === undefined) return reply;
  const data = understood(shape, reply.data, 'none');
  const { etag, link } = reply.headers;
  if (etag !== undefined) await parts.etags.set(key, { etag, link: link ?? '', body: JSON.stringify(data) });
  return { ...reply, data };
}
