import { after, before, describe, test } from 'node:test';
import type { Ground } from '../../src/forge/contract/ground.contract.ts';
import { CONTRACT } from '../../src/forge/forge.contract.ts';
import { makeGround } from '../support/forge-ground.ts';
import { testHost } from '../support/host.ts';

/**
 * Opt-in: AUTODEV_TEST_GITHUB_TOKEN (may create and delete repositories) and AUTODEV_TEST_GITHUB_REVIEWER_TOKEN of
 * another account; AUTODEV_TEST_GITHUB_API_URL for an Enterprise server. Everything it makes is deleted again.
 */
const env = process.env;
const token = env['AUTODEV_TEST_GITHUB_TOKEN'];
const reviewerToken = env['AUTODEV_TEST_GITHUB_REVIEWER_TOKEN'];
const apiUrl = env['AUTODEV_TEST_GITHUB_API_URL'] ?? 'https://api.github.com';
const reason =
  token === undefined || reviewerToken === undefined
    ? 'set AUTODEV_TEST_GITHUB_TOKEN and AUTODEV_TEST_GITHUB_REVIEWER_TOKEN to run it'
    : false;

const SKIPPED: Record<string, string> = {
  'check-runs of an app are read beside statuses, and change as they end': 'needs the token of a GitHub App',
  'the output of a check-run is read on demand; annotations of later reports are added to the first':
    'needs the token of a GitHub App',
  'a check-run ends with a conclusion, which only its own app gives': 'needs the tokens of two GitHub Apps',
  'a check-run asked for again queues its suite and stays itself until its app reports':
    'needs the token of a GitHub App',
  'the end of a job’s log is read, and the job runs again as a new attempt, once at a time':
    'needs a workflow that really runs',
  'search finds issues by repository, kind, state, label and words': 'the index of GitHub is minutes behind',
  'an unchanged list says so, yields its items and costs no quota': 'other clients of the account count too',
};

describe('GitHub itself keeps the contract', { skip: reason }, () => {
  const made: string[] = [];
  let ground: Ground;

  before(async () => {
    const tokens = {
      owner: token ?? '',
      reviewer: reviewerToken ?? '',
      app: token ?? '',
      actions: token ?? '',
    };
    const login = async (secret: string) => {
      const answer = await fetch(`${apiUrl}/user`, { headers: { authorization: `Bearer ${secret}` } });
      return ((await answer.json()) as { login: string }).login;
    };
    const logins = { owner: await login(tokens.owner), reviewer: await login(tokens.reviewer) };
    ground = makeGround({
      host: testHost(),
      apiUrl,
      tokens,
      logins,
      pacing: true,
      invite: async (call, repo) => {
        made.push(repo);
        const [owner, name] = repo.split('/');
        const where = { owner, repo: name, username: logins.reviewer, permission: 'push' };
        const invited = await call('owner', 'PUT /repos/{owner}/{repo}/collaborators/{username}', where);
        const invitation = { invitation_id: (invited.data as { id: number }).id };
        await call('reviewer', 'PATCH /user/repository_invitations/{invitation_id}', invitation);
      },
    });
  });
  after(async () => {
    for (const repo of made) {
      const [owner, name] = repo.split('/');
      await ground.call('owner', 'DELETE /repos/{owner}/{repo}', { owner, repo: name });
    }
  });

  for (const scenario of CONTRACT) {
    test(scenario.name, { skip: SKIPPED[scenario.name] ?? false }, () => scenario.run(ground));
  }
});
