import { request as overHttp, type IncomingMessage, type ServerResponse } from 'node:http';
import { request as overHttps } from 'node:https';
import { StringDecoder } from 'node:string_decoder';
import { pipeline } from 'node:stream/promises';

export interface Forwarding {
  url: URL;
  /** Where the host's name was found to lead; asked for again where it is not given. */
  address?: string;
  /** What becomes of a header's value on its way out. */
  header?: (value: string) => string;
  /** Sees the answer on its way in. */
  told?: (text: string) => void;
}

/** They belong to one connection, not to the message. */
const HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Passes a request on and its answer back, both as they come. */
export async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  { url, address, header = (value) => value, told }: Forwarding,
): Promise<void> {
  const headers: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || HOP.has(name)) continue;
    headers[name] = Array.isArray(value) ? value.map(header) : header(value);
  }
  headers['host'] = url.host;
  // What is to be read on the way cannot be packed.
  if (told !== undefined) headers['accept-encoding'] = 'identity';
  const send = url.protocol === 'https:' ? overHttps : overHttp;
  const out = send(url, {
    method: request.method,
    headers,
    ...(address === undefined ? {} : { host: address, servername: url.hostname }),
  });
  out.on('error', () => {});
  response.once('close', () => out.destroy());
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    out.once('response', resolve);
    out.once('error', reject);
  });
  request.on('error', () => out.destroy());
  request.pipe(out);
  const answer = await answered;
  const kept = Object.entries(answer.headers).filter(([name]) => !HOP.has(name));
  response.writeHead(answer.statusCode ?? 502, Object.fromEntries(kept));
  response.flushHeaders();
  if (told !== undefined) {
    const text = new StringDecoder('utf8');
    answer.on('data', (chunk: Buffer) => told(text.write(chunk)));
  }
  await pipeline(answer, response);
}
