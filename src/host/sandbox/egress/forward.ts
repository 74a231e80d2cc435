import {
  request as overHttp,
  type ClientRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { request as overHttps } from 'node:https';
import { pipeline } from 'node:stream/promises';
import { endToEnd } from './headers.ts';

/** A model that thinks may be silent for minutes. */
const SILENCE_MS = 10 * 60_000;

/** The only place from which something leaves for a model or an allowed host. */
export function openRequest(
  url: URL,
  options: { method: string | undefined; headers: Record<string, string | string[]>; address?: string },
): ClientRequest {
  const { method, headers, address } = options;
  const send = url.protocol === 'https:' ? overHttps : overHttp;
  const out = send(url, { method, headers, ...(address === undefined ? {} : { host: address }) });
  out.setTimeout(SILENCE_MS, () => out.destroy(new Error(`${url.host} is silent`)));
  return out;
}

/** Passes a request on to an allowed host, by the address its name was found to lead to, and the answer back. */
export async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  { url, address }: { url: URL; address: string },
): Promise<void> {
  const headers = { ...endToEnd(request.headers), ...framing(request), host: url.host };
  const out = openRequest(url, { method: request.method, headers, address });
  out.on('error', () => {});
  response.once('close', () => out.destroy());
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    out.once('response', resolve);
    out.once('error', reject);
  });
  request.on('error', () => out.destroy());
  request.pipe(out);
  const answer = await answered;
  const length = answer.headers['content-length'];
  response.writeHead(answer.statusCode ?? 502, {
    ...endToEnd(answer.headers),
    ...(length === undefined ? {} : { 'content-length': length }),
  });
  response.flushHeaders();
  await pipeline(answer, response);
}

/**
 * A body of a length that the parser has checked keeps it; any other is sent in chunks of our own. Without either, what
 * follows a GET would be a second request.
 */
function framing({ headers }: IncomingMessage): Record<string, string> {
  if (headers['transfer-encoding'] !== undefined) return { 'transfer-encoding': 'chunked' };
  const length = headers['content-length'];
  return length === undefined ? {} : { 'content-length': length };
}
