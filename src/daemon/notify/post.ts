import { fetchWithin, systemFetch, type Fetch } from '../../host/net/fetch.ts';
import type { Clock } from '../../host/clock.ts';
import { isoTime } from '../../host/clock.ts';
import type { Notice } from '../../store/tables/outbox.ts';
import type { Deliver, Delivered } from './outbox.ts';
import type { Told } from './notice.ts';

const PATIENCE_MS = 10_000;
/** Refusals that a later try may not meet. */
const PASSING = new Set([408, 425, 429]);

export interface PostOptions {
  clock: Clock;
  /** Asked anew each time: the address is a secret that may be changed. */
  url(): Promise<string>;
  body(notice: Notice): unknown;
  fetch?: Fetch;
}

/** Posts JSON. Only a 2xx counts as told; the answer itself is not read, and no redirect is followed. */
export function postTo({ clock, url, body, fetch = systemFetch }: PostOptions): Deliver {
  return async (notice, signal) => {
    const target = await url();
    return fetchWithin(
      clock,
      PATIENCE_MS,
      async (within): Promise<Delivered> => {
        let answer: Response;
        try {
          answer = await fetch(target, {
            method: 'POST',
            redirect: 'manual',
            headers: {
              'content-type': 'application/json',
              'user-agent': 'autodev',
              // At least once: whoever must not hear twice can tell by this.
              'x-autodev-delivery': notice.id,
            },
            body: JSON.stringify(body(notice)),
            signal: within,
          });
        } catch (error) {
          return { ok: false, error: `no answer: ${reasonOf(error)}`, final: false };
        }
        await answer.body?.cancel();
        if (answer.status >= 200 && answer.status < 300) return { ok: true };
        const after = Number(answer.headers.get('retry-after') ?? Number.NaN);
        return {
          ok: false,
          error: `the receiver answered ${answer.status}`,
          final: answer.status < 500 && !PASSING.has(answer.status),
          after: Number.isFinite(after) ? Math.max(1, after) * 1_000 : undefined,
        };
      },
      signal,
    );
  };
}

/** Never the whole message: it may hold the address. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof Error && 'code' in cause) return String(cause.code);
  return error instanceof Error && /within/.test(error.message) ? error.message : 'the connection broke';
}

export function webhookBody(notice: Notice): unknown {
  const { kind, work, brief, detail, event } = notice.body as Told;
  return {
    schema_version: 1,
    id: notice.id,
    at: isoTime(notice.writtenAt),
    kind,
    work,
    text: detail === '' ? brief : `${brief}: ${detail}`,
    event,
  };
}

const LONGEST_TEXT = 3_000;

/** Slack's format, which many others take. Its control characters are escaped, so that nobody is paged by a title. */
export function slackBody(notice: Notice): unknown {
  const { brief, detail } = notice.body as Told;
  const quoted = escaped(detail.slice(0, LONGEST_TEXT)).replaceAll('\n', '\n>');
  return { text: `*autodev* · ${escaped(brief)}${quoted === '' ? '' : `\n>${quoted}`}` };
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
