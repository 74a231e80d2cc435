import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { startEmbeddedForge } from '../../src/forge/embedded/start.ts';
import { openGitHubForge } from '../../src/forge/github/open.ts';
import { isAutodevError } from '../../src/work/errors.ts';
import { forgeWithGit, type ForgeWithGit } from '../support/forge-git.ts';
import { testHost } from '../support/host.ts';

async function pullIn(forge: ForgeWithGit, name: string) {
  const repo = await forge.repository(name);
  const clone = await forge.clone(repo, name);
  await clone.git('checkout', '-q', '-b', 'topic');
  const sha = await clone.commit('a.txt', 'a\n');
  await clone.git('push', '-q', 'origin', 'topic');
  const issue = await forge.owner.createIssue(repo, { title: 'to close', body: '' });
  const pull = await forge.owner.createPull(repo, {
    title: 't',
    body: `Closes #${issue.number}`,
    head: 'topic',
    base: 'main',
  });
  return { repo, clone, sha, number: pull.number, issue: issue.number };
}

describe('faults on demand', () => {
  test('mergeable is null for as many polls as asked, then known', async () => {
    await using forge = await forgeWithGit();
    const { repo, number } = await pullIn(forge, 'polls');
    forge.embedded.faults.add({ kind: 'mergeable_null', path: `/pulls/${number}`, times: 2 });
    const answers = [];
    for (let n = 0; n < 3; n += 1) answers.push((await forge.owner.pull(repo, number)).mergeable);
    assert.deepEqual(answers, [null, null, true]);
  });

  test('a refusal with retry-after, an outage, a slow and a broken answer: a read gets through all of them', async () => {
    await using forge = await forgeWithGit();
    const repo = await forge.repository('through');
    const { faults } = forge.embedded;
    faults.add({ kind: 'status', status: 429, headers: { 'retry-after': '1' } });
    faults.add({ kind: 'status', status: 502 });
    faults.add({ kind: 'slow', delayMs: 50 });
    assert.equal((await forge.owner.repository(repo)).name, repo);
    faults.add({ kind: 'cut' });
    faults.add({ kind: 'lost' });
    assert.deepEqual((await forge.owner.openIssues(repo, null)).items, []);
  });

  test('a write whose answer is lost was done once, and the client says that it does not know', async () => {
    await using forge = await forgeWithGit();
    const repo = await forge.repository('lost');
    const { number } = await forge.owner.createIssue(repo, { title: 'x', body: '' });
    for (const kind of ['lost', 'cut'] as const) {
      forge.embedded.faults.add({ kind, method: 'POST' });
      await assert.rejects(forge.owner.comment(repo, number, kind), (error) => {
        return isAutodevError(error, 'forge_unavailable') && error.data?.['outcome'] === 'unknown';
      });
    }
    const bodies = (await forge.owner.comments(repo, number)).map((comment) => comment.body);
    assert.deepEqual(bodies, ['lost', 'cut']);
  });

  test('they can be ordered over HTTP by the first user only', async () => {
    await using forge = await forgeWithGit();
    const fault = { kind: 'status', status: 418, message: 'as ordered', path: '/user', times: 5 };
    assert.equal((await forge.api('reviewer', 'POST', '/faults', fault)).status, 403);
    assert.equal((await forge.api('dev', 'POST', '/faults', fault)).status, 204);
    assert.equal((await forge.api('dev', 'GET', '/user')).status, 418);
    assert.equal((await forge.api('dev', 'DELETE', '/faults')).status, 204);
    assert.equal((await forge.api('dev', 'GET', '/user')).status, 200);
  });

  test('the limit per hour is enforced, and an unchanged answer is free', async () => {
    await using forge = await forgeWithGit();
    const host = testHost();
    const small = await startEmbeddedForge(host, { data: join(forge.tmp, 'small'), requestsPerHour: 3 });
    const authorization = `Bearer ${small.users[0]?.token ?? ''}`;
    const get = (etag = '') =>
      fetch(`${small.apiUrl}/user`, { headers: { authorization, 'if-none-match': etag } });
    const first = await get();
    for (let n = 0; n < 5; n += 1) assert.equal((await get(first.headers.get('etag') ?? '')).status, 304);
    assert.equal((await get()).status, 200);
    assert.equal((await get()).status, 200);
    const refused = await get();
    assert.deepEqual([refused.status, refused.headers.get('x-ratelimit-remaining')], [403, '0']);
    await small.close();
  });
});

describe('what a crash left half done is finished at the next start', () => {
  test('a merge that git has and the database has not; a push that nobody was told of; an opening without a head', async () => {
    await using forge = await forgeWithGit();
    const merged = await pullIn(forge, 'merged');
    const pushed = await pullIn(forge, 'pushed');
    const headless = await pullIn(forge, 'headless');
    const base = await forge.owner.branch(merged.repo, 'main');
    const later = await pushed.clone.commit('b.txt', 'b\n');
    await forge.embedded.close();
    const gitDir = (n: number) => join(forge.embedded.data, 'repositories', `${n}.git`);
    const git = (n: number, ...args: string[]) => execFileSync('git', ['--git-dir', gitDir(n), ...args]);
    // As killed right after the transaction in git, before the first line in the database.
    git(1, 'update-ref', 'refs/heads/main', merged.sha, base ?? '');
    git(1, 'update-ref', `refs/forge/pull/${merged.number}/base`, base ?? '');
    git(1, 'update-ref', `refs/forge/pull/${merged.number}/merged`, merged.sha);
    // As killed after receive-pack had moved the branch.
    git(2, 'fetch', '-q', pushed.clone.path, '+topic:refs/heads/topic');
    git(3, 'update-ref', '-d', `refs/pull/${headless.number}/head`);

    const host = testHost();
    const again = await startEmbeddedForge(host, { data: forge.embedded.data });
    const owner = openGitHubForge(host, { apiUrl: again.apiUrl, token: forge.token('dev') });
    const pull = await owner.pull(merged.repo, merged.number);
    assert.deepEqual([pull.merged, pull.mergeSha, pull.state], [true, merged.sha, 'closed']);
    assert.equal((await owner.issue(merged.repo, merged.issue)).state, 'closed');
    assert.equal((await owner.pull(pushed.repo, pushed.number)).head.sha, later);
    assert.equal((await owner.pull(headless.repo, headless.number)).head.sha, headless.sha);
    await again.close();
  });
});
