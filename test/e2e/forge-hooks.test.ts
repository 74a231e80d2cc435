import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { serve } from '../../src/host/net/serve.ts';
import { openWebhookReceiver } from '../../src/forge/github/webhooks.ts';
import { openAppLogin } from '../../src/forge/github/http/app-auth.ts';
import { openGitHubForge } from '../../src/forge/github/open.ts';
import { isAutodevError } from '../../src/work/errors.ts';
import { startEmulator } from '../support/forge-emulate.ts';
import { forgeWithGit } from '../support/forge-git.ts';
import { testHost } from '../support/host.ts';

const SECRET = 'shared by both ends';
const EVENTS = [
  'push',
  'issues',
  'issue_comment',
  'issue_dependencies',
  'sub_issues',
  'pull_request',
  'pull_request_review',
  'pull_request_review_comment',
  'check_run',
  'check_suite',
  'status',
];

describe('webhooks from the embedded forge to our receiver', () => {
  test('a push, a pull request, its synchronize, a review, a finished check and a merge are all heard, signed', async () => {
    await using forge = await forgeWithGit();
    const repo = await forge.repository('heard');
    const heard: string[] = [];
    const receive = openWebhookReceiver({
      secret: SECRET,
      onHint: (hint) => heard.push(`${hint.repo} ${hint.reason}`),
    });
    const server = await serve(receive);
    const config = { url: `${server.url}/hook`, content_type: 'json', secret: SECRET };
    const hook = await forge.api('dev', 'POST', `/repos/${repo}/hooks`, { config, events: EVENTS });
    const until = async (reason: string) => {
      for (let tries = 0; tries < 400 && !heard.includes(`${repo} ${reason}`); tries += 1)
        await new Promise((done) => setTimeout(done, 25));
      assert.ok(heard.includes(`${repo} ${reason}`), `${reason} in ${heard.join(', ')}`);
    };
    const clone = await forge.clone(repo, 'heard');
    await clone.git('checkout', '-q', '-b', 'topic');
    await clone.commit('a.txt', 'a\n');
    await clone.git('push', '-q', 'origin', 'topic');
    await until('push');
    const issue = await forge.owner.createIssue(repo, { title: 'x', body: '' });
    await until('issues.opened');
    await forge.owner.addLabels(repo, issue.number, ['autodev:wip']);
    await until('issues.labeled');
    const pull = await forge.owner.createPull(repo, { title: 't', body: '', head: 'topic', base: 'main' });
    await until('pull_request.opened');
    const sha = await clone.commit('b.txt', 'b\n');
    await clone.git('push', '-q', 'origin', 'topic');
    await until('pull_request.synchronize');
    await forge.reviewer.review(repo, pull.number, { sha, event: 'APPROVE', body: 'ok', comments: [] });
    await until('pull_request_review.submitted');
    await forge.api('ci[bot]', 'POST', `/repos/${repo}/check-runs`, {
      name: 'ci',
      head_sha: sha,
      conclusion: 'success',
    });
    await until('check_suite.completed');
    await forge.owner.merge(repo, pull.number, { sha, method: 'squash' });
    await until('pull_request.closed');
    const id = (hook.data as { id: number }).id;
    const list = await forge.api('dev', 'GET', `/repos/${repo}/hooks/${id}/deliveries?per_page=100`);
    const deliveries = list.data as { status_code: number; event: string }[];
    assert.ok(deliveries.some((delivery) => delivery.event === 'ping' && delivery.status_code === 200));
    assert.ok(
      deliveries.every((delivery) => [200, 202].includes(delivery.status_code)),
      JSON.stringify(deliveries),
    );
    await server.close();
  });

  test('comments, threads, requests for review, re-runs and relations of issues are heard', async () => {
    await using forge = await forgeWithGit();
    const repo = await forge.repository('talk');
    const heard: string[] = [];
    const receive = openWebhookReceiver({ secret: SECRET, onHint: (hint) => heard.push(hint.reason) });
    const server = await serve(receive);
    const config = { url: `${server.url}/hook`, content_type: 'json', secret: SECRET };
    await forge.api('dev', 'POST', `/repos/${repo}/hooks`, { config, events: EVENTS });
    const until = async (reason: string) => {
      for (let tries = 0; tries < 400 && !heard.includes(reason); tries += 1)
        await new Promise((done) => setTimeout(done, 25));
      assert.ok(heard.includes(reason), `${reason} in ${heard.join(', ')}`);
    };
    const clone = await forge.clone(repo, 'talk');
    await clone.git('checkout', '-q', '-b', 'topic');
    const sha = await clone.commit('a.txt', 'a\n');
    await clone.git('push', '-q', 'origin', 'topic');
    const { number } = await forge.owner.createPull(repo, {
      title: 't',
      body: '',
      head: 'topic',
      base: 'main',
    });
    const comment = { path: 'a.txt', line: 1, side: 'RIGHT' as const, body: 'why?' };
    const event = 'REQUEST_CHANGES' as const;
    await forge.reviewer.review(repo, number, { sha, event, body: 'no', comments: [comment] });
    await until('pull_request_review_comment.created');
    const [thread] = await forge.owner.reviewThreads(repo, number);
    const answer = await forge.owner.replyTo(repo, number, thread?.id ?? 0, 'because');
    await forge.api('dev', 'PATCH', `/repos/${repo}/pulls/comments/${answer.id}`, { body: 'since' });
    await until('pull_request_review_comment.edited');
    await forge.api('dev', 'DELETE', `/repos/${repo}/pulls/comments/${answer.id}`);
    await until('pull_request_review_comment.deleted');
    await forge.owner.requestReview(repo, number, ['reviewer']);
    await until('pull_request.review_requested');
    const said = await forge.reviewer.comment(repo, number, '/autodev why');
    await until('issue_comment.created');
    await forge.reviewer.editComment(repo, said.id, '/autodev stop');
    await until('issue_comment.edited');
    await forge.api('reviewer', 'DELETE', `/repos/${repo}/issues/comments/${said.id}`);
    await until('issue_comment.deleted');
    const run = { name: 'ci', head_sha: sha, conclusion: 'failure' };
    await forge.api('ci[bot]', 'POST', `/repos/${repo}/check-runs`, run);
    const [check] = await forge.owner.checks(repo, sha);
    assert.ok(check);
    await forge.owner.rerunCheck(repo, check);
    await until('check_run.rerequested');
    await forge.owner.setStatus(repo, sha, { context: 'ci', state: 'success', description: '' });
    await until('status');
    for (const title of ['a', 'b']) await forge.owner.createIssue(repo, { title, body: '' });
    const second = await forge.api('dev', 'GET', `/repos/${repo}/issues/3`);
    const { id } = second.data as { id: number };
    await forge.api('dev', 'POST', `/repos/${repo}/issues/2/dependencies/blocked_by`, { issue_id: id });
    await until('issue_dependencies.blocked_by_added');
    await forge.api('dev', 'POST', `/repos/${repo}/issues/2/sub_issues`, { sub_issue_id: id });
    await until('sub_issues.sub_issue_added');
    await server.close();
  });

  test('nothing is sent to another machine, and a dead receiver does not hold up the forge', async () => {
    await using forge = await forgeWithGit();
    const repo = await forge.repository('deaf');
    for (const url of ['http://192.0.2.1/hook', 'http://127.0.0.1:9/hook', 'https://example.invalid/x']) {
      await forge.api('dev', 'POST', `/repos/${repo}/hooks`, { config: { url }, events: ['issues'] });
    }
    await forge.owner.createIssue(repo, { title: 'x', body: '' });
    const hooks = (await forge.api('dev', 'GET', `/repos/${repo}/hooks`)).data as {
      id: number;
      config: { url: string };
    }[];
    for (const hook of hooks) {
      let statuses: string[] = [];
      for (let tries = 0; tries < 200 && statuses.length < 2; tries += 1) {
        const list = (await forge.api('dev', 'GET', `/repos/${repo}/hooks/${hook.id}/deliveries`)).data as {
          status: string;
        }[];
        statuses = list.map((delivery) => delivery.status);
        await new Promise((done) => setTimeout(done, 20));
      }
      const why = hook.config.url.includes('127.0.0.1') ? /fetch failed|refused/ : /only loopback/;
      assert.ok(
        statuses.length === 2 && statuses.every((status) => why.test(status)),
        `${hook.config.url}: ${statuses.join(' | ')}`,
      );
    }
  });
});

describe('GitHub App tokens, against emulate', () => {
  test('the key is traded for a token of the installation, once; a wrong key is refused', async () => {
    const app = {
      app_id: 12345,
      slug: 'autodev-app',
      name: 'autodev app',
      permissions: { issues: 'write', contents: 'write', metadata: 'read' },
      installations: [{ installation_id: 100, account: 'dev' }],
    };
    const emulator = await startEmulator({
      github: {
        users: [{ login: 'dev' }],
        apps: [app],
        repos: [{ owner: 'dev', name: 'app', auto_init: true }],
      },
    });
    try {
      const privateKey =
        emulator.generatedSecrets.find((secret) => secret.kind === 'github.app_private_key')?.value ?? '';
      const credentials = { appId: 12345, privateKey, installationId: 100 };
      const login = openAppLogin(emulator.url, credentials);
      assert.equal(await login.token(), await login.token(), 'kept until it runs out');
      const forge = openGitHubForge(testHost(), { apiUrl: emulator.url, ...login });
      assert.equal((await forge.viewer()).login, 'autodev-app[bot]');
      const issue = await forge.createIssue('dev/app', { title: 'by an app', body: '' });
      assert.match(issue.author, /autodev-app/);
      const wrong = openAppLogin(emulator.url, { ...credentials, installationId: 999 });
      await assert.rejects(wrong.token(), (error) =>
        isAutodevError(error, 'forge_not_found', 'forge_unauthorized', 'forge_forbidden'),
      );
      assert.throws(
        () => openAppLogin(emulator.url, { ...credentials, privateKey: 'not a key' }),
        (error) => isAutodevError(error, 'invalid_config'),
      );
    } finally {
      await emulator.close();
    }
  });
});
