import type { IncomingHttpHeaders } from 'node:http';

type Headers = Record<string, string | string[]>;

/** They belong to one connection, not to the message; the framing is always ours. */
const HOP = new Set([
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Headers by which some servers are told to take a request for another than it is. */
const DISGUISE =
  /^(x-http-method(-override)?|x-method-override|x-original-url|x-rewrite-url|x-forwarded-.*|forwarded|x-host|cookie)$/;

/** The headers of a message without those of its connection, also those that `Connection` names. */
export function endToEnd(headers: IncomingHttpHeaders): Headers {
  const named = (headers.connection ?? '').toLowerCase().split(/\s*,\s*/);
  const kept: Headers = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || HOP.has(name) || named.includes(name)) continue;
    kept[name] = value;
  }
  return kept;
}

export function withoutDisguise(headers: Headers): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !DISGUISE.test(name)));
}
