import { createAppAuth } from '@octokit/auth-app';
import { Octokit } from '@octokit/core';
import { z } from 'zod';
import type { Fetch } from '../../host/fetch.ts';
import { AutodevError } from '../../work/errors.ts';
import type { Viewer } from '../forge.ts';
import { answerIn, refusal, silence } from './errors.ts';
import type { TokenProvider } from './token.ts';

export interface AppCredentials {
  appId: number | string;
  /** PEM, as GitHub gives it. */
  privateKey: string;
  installationId: number;
}

/** Tokens of a GitHub App's installation: valid for an hour, kept and renewed by Octokit's own strategy. */
export function appTokens(apiUrl: string, app: AppCredentials, fetch?: Fetch): TokenProvider {
  const { auth } = openApp(apiUrl, app, fetch);
  return () =>
    answered('a token for the GitHub App', async () => (await auth({ type: 'installation' })).token);
}

/** Who an app is when it writes: its tokens may not ask `GET /user`. */
export async function appViewer(apiUrl: string, app: AppCredentials, fetch?: Fetch): Promise<Viewer> {
  const { auth, request } = openApp(apiUrl, app, fetch);
  return answered('the name of the GitHub App', async () => {
    const { token } = await auth({ type: 'app' });
    const { data } = await request('GET /app', { headers: { authorization: `Bearer ${token}` } });
    const { slug, id } = z.object({ slug: z.string().min(1), id: z.number() }).parse(data);
    return { login: `${slug}[bot]`, id };
  });
}

function openApp(apiUrl: string, app: AppCredentials, fetch: Fetch | undefined) {
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
  const { appId, privateKey, installationId } = app;
  const auth = createAppAuth({ appId, privateKey, installationId, request, log: { warn: () => {} } });
  return { auth, request };
}

async function answered<T>(what: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const answer = answerIn(error);
    if (answer !== undefined) throw refusal(what, answer);
    throw silence(`a request for ${what}`, error, false);
  }
}
