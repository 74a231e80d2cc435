import { createAppAuth } from '@octokit/auth-app';
import { Octokit } from '@octokit/core';
import type { Fetch } from '../../host/fetch.ts';
import { AutodevError } from '../../work/errors.ts';
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
  const auth = createAppAuth({
    appId: app.appId,
    privateKey: app.privateKey,
    installationId: app.installationId,
    request,
    log: { warn: () => {} },
  });
  return async () => {
    try {
      return (await auth({ type: 'installation' })).token;
    } catch (error) {
      const answer = answerIn(error);
      if (answer !== undefined) throw refusal('a token for the GitHub App', answer);
      throw silence('a request for a token of the GitHub App', error, false);
    }
  };
}
