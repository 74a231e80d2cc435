import { AutodevError } from '../../../work/errors.ts';
import { Octokit } from '@octokit/core';
import { paginateRest } from '@octokit/plugin-paginate-rest';
import { restEndpointMethods } from '@octokit/plugin-rest-endpoint-methods';
import { fetchWithin, systemFetch, type Fetch } from '../../../host/net/fetch.ts';
import type { Host } from '../../../host/host.ts';
import { z } from 'zod';
import type { EtagStore } from './conditional.ts';
import { refusal, silence } from './errors.ts';
import { openLimitGate } from './limits.ts';
import { wholeAnswer } from './whole-answer.ts';
import { openSender, type Request, type Send } from './send.ts';
import { checkedPlace, readTail, type Tail } from './tail.ts';
import type { TokenProvider } from './token.ts';

const Base = Octokit.plugin(restEndpointMethods, paginateRest);

/** Reads are checked against a schema and remembered by ETag; writes go through Octokit's own methods. */
export interface GitHubClient {
  readonly apiUrl: string;
  readonly rest: InstanceType<typeof Base>['rest'];
  token(): Promise<string>;
  one<S extends z.ZodType>(route: string, params: Params, schema: S): Promise<z.output<S>>;
  /** Pages of a list, until the caller stops. `within` names the field that holds the list, where it is not the whole answer. */
  pages<S extends z.ZodType>(
    route: string,
    params: Params,
    item: S,
    within?: string,
  ): AsyncIterable<ListPage<z.output<S>>>;
  all<S extends z.ZodType>(route: string, params: Params, item: S, within?: string): Promise<z.output<S>[]>;
  /** The end of a text that the forge keeps elsewhere. */
  tail(route: string, params: Params, capBytes: number): Promise<Tail>;
}

type Params = Readonly<Record<string, string | number | undefined>>;

export interface ListPage<T> {
  items: T[];
  unchanged: boolean;
  /** The forge's clock, ISO. */
  at: string;
}

export interface ClientOptions {
  apiUrl: string;
  token: TokenProvider;
  pacing: boolean;
  etags: EtagStore;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  hurry?: AbortSignal | undefined;
  fetch?: Fetch;
}

/** A hundred thousand entries are routine; a list that names another page for ever is not. */
const MOST_PAGES = 2_000;

const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

export function openClient(host: Host, options: ClientOptions): GitHubClient {
  const apiUrl = options.apiUrl.replace(/\/+$/, '');
  const { pacing, hurry } = options;
  const gate = openLimitGate({ clock: host.clock, pacing, signal: options.signal, hurry });
  const octokit = new Base({
    baseUrl: apiUrl,
    userAgent: 'autodev',
    log: quiet,
    request: { fetch: wholeAnswers(host, options) },
  });
  const { etags, token, signal } = options;
  const sender = openSender({ host, gate, apiUrl, etags, token, signal });
  octokit.hook.wrap(
    'request',
    (send, request) => sender(send as unknown as Send, request as unknown as Request) as never,
  );

  const pages: GitHubClient['pages'] = async function* (route, params, item, within) {
    const list = z.array(item);
    const shape = within === undefined ? list : z.object({ total_count: z.number(), [within]: list });
    // The iterator keeps only URL and headers from page to page; the shape has to come along with each request.
    const request = Object.assign(
      (page: object) => octokit.request({ ...page, request: { shape } } as never),
      { endpoint: () => octokit.request.endpoint(route, { ...params, per_page: 100 }) },
    );
    let count = 0;
    for await (const response of octokit.paginate.iterator(request as never)) {
      count += 1;
      if (count > MOST_PAGES)
        throw new AutodevError('forge_rejected', `a list of the forge does not end (${route})`, {
          why: `it has more than ${MOST_PAGES} pages`,
        });
      yield {
        items: response.data as z.output<typeof list>,
        unchanged: response.headers['x-autodev-unchanged'] === '1',
        at: isoDate(response.headers.date, host.clock.now()),
      };
    }
  };

  return {
    apiUrl,
    rest: octokit.rest,
    token: options.token,
    one: async (route, params, schema) =>
      (await octokit.request(route, { ...params, request: { shape: schema } })).data as z.output<
        typeof schema
      >,
    pages,
    all: async (route, params, item, within) => {
      const items: z.output<typeof item>[] = [];
      for await (const page of pages(route, params, item, within)) items.push(...page.items);
      return items;
    },
    tail: async (route, params, capBytes) => {
      const answer = await octokit.request(route, { ...params, request: { redirect: 'manual' } });
      const place = checkedPlace(apiUrl, answer.headers.location);
      return download(host, options, place, capBytes);
    },
  };
}

/** Read as it comes and without our token: what is there was written by others and may be very long. */
function download(host: Host, options: ClientOptions, place: string, capBytes: number): Promise<Tail> {
  const send = options.fetch ?? systemFetch;
  return fetchWithin(
    host.clock,
    options.timeoutMs,
    async (signal) => {
      const answer = await send(place, { redirect: 'error', signal }).catch((error: unknown) => {
        throw silence('GET the log of a job', error, false);
      });
      if (!answer.ok)
        throw refusal('GET the log of a job', { status: answer.status, headers: {}, data: null });
      return readTail(answer.body as AsyncIterable<Uint8Array> | null, capBytes);
    },
    options.signal,
  );
}

function isoDate(header: string | undefined, otherwise: number): string {
  const ms = Date.parse(header ?? '');
  return `${new Date(Number.isNaN(ms) ? otherwise : ms).toISOString().slice(0, 19)}Z`;
}

/** Octokit would take an answer that breaks off in the middle for an empty one; read it whole before handing it on. */
function wholeAnswers(host: Host, options: ClientOptions): Fetch {
  const send = options.fetch ?? systemFetch;
  return (url, init) =>
    fetchWithin(
      host.clock,
      options.timeoutMs,
      (signal) => wholeAnswer(send, url, { ...init, signal }),
      options.signal,
    );
}
