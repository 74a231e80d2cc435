import { createAppAuth } from '@octokit/auth-app';
import { Octokit } from '@octokit/core';
import { z } from 'zod';
import type { Fetch } from '../../../host/net/fetch.ts';
import { AutodevError } from '../../../work/errors.ts';
import type { Viewer } from '../../forge.ts';
import { answerIn, refusal, silence } from './errors.ts';
import type { TokenProvider } from './token.ts';

export interface AppCredentials {
  appId: number;
  /** PEM, as GitHub gives it. */
  privateKey: string;
  installationId: number;
}

/** A GitHub App's installation as an identity: what `openGitHubForge` takes for `token` and `viewer`. */
export interface AppLogin {
  /** Valid for an hour; kept and renewed by Octokit's own strategy. */
  token: TokenProvider;
  /** An installation's token cannot ask `GET /user`; the app itself says what its bot is called. */
  viewer: () => Promise<Viewer>;
}

export function openAppLogin(apiUrl: string, app: AppCredentials, fetch?: Fetch): AppLogin {
  if (!/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(app.privateKey)) {
    throw new AutodevError('invalid_config', "the GitHub App's private key is not in PEM format", {
      hint: 'use the .pem file that GitHub gave you when the key was made',
    });
  }
  const { request } = new Octokit({
    baseUrl: apiUrl.replace(/\/+$/, ''),
    userAgent: 'autodev',
    ...(fetch === undefined ? {} : { request: { fetch } }),
  });
  const auth = createAppAuth({ ...app, request, log: { warn: () => {} } });
  const told = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      const answer = answerIn(error);
      throw answer === undefined ? silence(what, error, false) : refusal(what, answer);
    }
  };
  let known: Promise<Viewer> | undefined;
  const askWho = () =>
    told('GET /app', async () => {
      const { token } = await auth({ type: 'app' });
      const answer = await request('GET /app', { headers: { authorization: `Bearer ${token}` } });
      const { slug, id } = z.object({ slug: z.string(), id: z.number() }).parse(answer.data);
      return { login: `${slug}[bot]`, id };
    });
  return {
    token: () => told('a token for the GitHub App', async () => (await auth({ type: 'installation' })).token),
    viewer: () => {
      known ??= askWho();
      known.catch(() => (known = undefined));
      return known;
    },
  };
}
