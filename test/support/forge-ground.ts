import type { HttpResponse, Ground, Who } from '../../src/forge/contract/ground.contract.ts';
import { openGitHubForge } from '../../src/forge/github/open.ts';
import type { Fetch } from '../../src/host/net/fetch.ts';
import type { Host } from '../../src/host/host.ts';

export interface GroundParts {
  host: Host;
  apiUrl: string;
  tokens: Record<Who, string>;
  logins: { owner: string; reviewer: string };
  /** Sees every exchange. */
  fetch?: Fetch;
  /** After the repository is made: gives the reviewer write access. */
  invite(call: Ground['call'], repo: string): Promise<void>;
  pacing?: boolean;
  jobLog?: Ground['jobLog'];
}

/** `GET /repos/{owner}/{repo}` and parameters → one HTTP request. What the path does not take goes to query or body. */
export function expand(
  route: string,
  params: Record<string, unknown>,
): { method: string; path: string; body?: string } {
  const [method = 'GET', template = '/'] = route.split(' ');
  const rest = { ...params };
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest[name]);
    delete rest[name];
    const keepSlashes = name === 'path' || name === 'ref' || name === 'basehead';
    return keepSlashes ? value.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(value);
  });
  delete rest['authorization'];
  if (Object.keys(rest).length === 0) return { method, path };
  if (method !== 'GET') return { method, path, body: JSON.stringify(rest) };
  const query = new URLSearchParams(
    Object.entries(rest).map(([name, value]): [string, string] => [name, String(value)]),
  );
  return { method, path: `${path}?${query.toString()}` };
}

let repositories = 0;

export function makeGround(parts: GroundParts): Ground {
  const send: Fetch = parts.fetch ?? ((url, init) => fetch(url, init));
  const client = (who: Who) =>
    openGitHubForge(parts.host, {
      apiUrl: parts.apiUrl,
      token: parts.tokens[who],
      fetch: send,
      ...(parts.pacing === undefined ? {} : { pacing: parts.pacing }),
    });
  const call = async (
    who: Who,
    route: string,
    params: Record<string, unknown> = {},
  ): Promise<HttpResponse> => {
    const { method, path, body } = expand(route, params);
    const authorization =
      typeof params['authorization'] === 'string' ? params['authorization'] : `Bearer ${parts.tokens[who]}`;
    const response = await send(`${parts.apiUrl}${path}`, {
      method,
      headers: {
        authorization,
        accept: 'application/vnd.github+json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      data: text === '' ? null : (JSON.parse(text) as unknown),
    };
  };
  return {
    owner: client('owner'),
    reviewer: client('reviewer'),
    logins: parts.logins,
    call,
    jobLog: parts.jobLog ?? (() => Promise.reject(new Error('this forge takes no logs'))),
    repository: async () => {
      repositories += 1;
      const name = `contract-${process.pid}-${repositories}`;
      const made = await call('owner', 'POST /user/repos', { name, auto_init: true });
      if (made.status !== 201)
        throw new Error(`POST /user/repos → ${made.status} ${JSON.stringify(made.data)}`);
      const repo = `${parts.logins.owner}/${name}`;
      await parts.invite(call, repo);
      return repo;
    },
  };
}
