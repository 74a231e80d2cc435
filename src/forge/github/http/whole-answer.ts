import type { Fetch } from '../../../host/net/fetch.ts';
import { AutodevError } from '../../../work/errors.ts';

/** More than any list or diff of a forge; a bomb that unpacks to more is given up on the way. */
const LARGEST = 64 * 1024 * 1024;
const MOST_REDIRECTS = 3;
const REDIRECTS = [301, 302, 303, 307, 308];

/** Asks, and gives the answer with its body read. Redirects are followed to the same server only. */
export async function wholeAnswer(
  send: Fetch,
  url: string | URL | Request,
  init: RequestInit = {},
  largest = LARGEST,
): Promise<Response> {
  let place = url instanceof Request ? url.url : String(url);
  let answer = await send(url, { ...init, redirect: init.redirect ?? 'manual' });
  for (let followed = 0; init.redirect === undefined && isRedirect(answer, init.method); followed += 1) {
    place = followedPlace(place, answer, followed);
    await answer.body?.cancel();
    answer = await send(place, { ...init, redirect: 'manual' });
  }
  const empty = [204, 205, 304].includes(answer.status);
  const body = await readWhole(answer, largest);
  const { status, statusText, headers } = answer;
  const whole = new Response(empty ? null : body, { status, statusText, headers });
  Object.defineProperty(whole, 'url', { value: answer.url });
  return whole;
}

/** What is written is written where it was meant to be, or told to be elsewhere by a status that keeps the method. */
const isRedirect = ({ status }: Response, method = 'GET'): boolean =>
  REDIRECTS.includes(status) && (['GET', 'HEAD'].includes(method) || status >= 307);

function followedPlace(from: string, answer: Response, followed: number): string {
  const to = URL.parse(answer.headers.get('location') ?? '', from);
  if (to !== null && to.origin === new URL(from).origin && followed < MOST_REDIRECTS) return to.href;
  throw new AutodevError('forge_rejected', 'the forge pointed to a place that is not asked', {
    why: 'a redirect to another server, to nowhere, or one too many',
    data: { origin: to?.origin ?? '' },
  });
}

async function readWhole(answer: Response, largest: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body ?? []) {
    size += chunk.length;
    if (size > largest)
      throw new AutodevError('forge_rejected', `an answer of the forge has over ${largest} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
