import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { isAutodevError } from '../../src/work/errors.ts';
import { forgeWithGit, type Clone, type ForgeWithGit } from '../support/forge-git.ts';

const status = (code: number) => (error: unknown) => isAutodevError(error) && error.data?.['status'] === code;

describe('real git over HTTP with the embedded forge', () => {
  let forge: ForgeWithGit;
  before(async () => {
    forge = await forgeWithGit();
  });
  after(() => forge[Symbol.asyncDispose]());

  const proposal = async (
    repo: string,
    clone: Clone,
    branch: string,
    file: string,
    text: string,
    body = '',
  ) => {
    await clone.git('checkout', '-q', '-b', branch, 'origin/main');
    const sha = await clone.commit(file, text);
    await clone.git('push', '-q', 'origin', branch);
    const pull = await forge.owner.createPull(repo, { title: branch, body, head: branch, base: 'main' });
    return { number: pull.number, sha };
  };

  test('a clone is pushed to and cloned again with the same commits', async () => {
    const repo = await forge.repository('round');
    const first = await forge.clone(repo, 'round-1');
    const sha = await first.commit('big.bin', 'x'.repeat(3_000_000));
    await first.git('push', '-q', 'origin', 'main');
    assert.equal(await forge.owner.branch(repo, 'main'), sha);
    const second = await forge.clone(repo, 'round-2', 'reviewer');
    assert.equal(await second.git('rev-parse', 'HEAD'), sha);
    assert.match(await second.git('ls-remote', 'origin'), /refs\/heads\/main/);
    assert.doesNotMatch(await second.git('ls-remote', 'origin'), /refs\/forge/);
  });

  test('eight pushes at once to eight branches all arrive; to one branch exactly one does', async () => {
    const repo = await forge.repository('eight');
    const clones = await Promise.all(Array.from({ length: 8 }, (_, n) => forge.clone(repo, `eight-${n}`)));
    const shas = await Promise.all(clones.map((clone, n) => clone.commit(`file-${n}.txt`, `${n}\n`)));
    await Promise.all(
      clones.map((clone, n) => clone.git('push', '-q', 'origin', `HEAD:refs/heads/branch-${n}`)),
    );
    for (const [n, sha] of shas.entries()) assert.equal(await forge.owner.branch(repo, `branch-${n}`), sha);
    const results = await Promise.allSettled(
      clones.map((clone) => clone.git('push', '-q', 'origin', 'HEAD:main')),
    );
    assert.equal(results.filter((result) => result.status === 'fulfilled').length, 1);
    assert.ok(shas.includes((await forge.owner.branch(repo, 'main')) ?? ''));
  });

  test('a push moves the head of its pull request; a force-push too, and reviews keep the SHA they were for', async () => {
    const repo = await forge.repository('moves');
    const clone = await forge.clone(repo, 'moves');
    const { number, sha } = await proposal(repo, clone, 'topic', 'a.txt', 'one\n');
    await forge.reviewer.review(repo, number, { sha, event: 'APPROVE', body: 'ok', comments: [] });
    const more = await clone.commit('b.txt', 'two\n');
    await clone.git('push', '-q', 'origin', 'topic');
    assert.equal((await forge.owner.pull(repo, number)).head.sha, more);
    await clone.git('commit', '-q', '--amend', '-m', 'another');
    const amended = await clone.git('rev-parse', 'HEAD');
    assert.match(await clone.refused('push', 'origin', 'topic'), /non-fast-forward|rejected/);
    assert.equal((await forge.owner.pull(repo, number)).head.sha, more);
    await clone.git('push', '-q', '-f', 'origin', 'topic');
    assert.equal((await forge.owner.pull(repo, number)).head.sha, amended);
    assert.equal((await forge.owner.reviews(repo, number))[0]?.commitSha, sha);
    assert.equal(
      await clone.git('ls-remote', 'origin', `refs/pull/${number}/head`),
      `${amended}\trefs/pull/${number}/head`,
    );
  });

  test('merge and squash move the base once, from where it stood, and keep a file that only the base has', async () => {
    const repo = await forge.repository('merges');
    const clone = await forge.clone(repo, 'merges');
    const one = await proposal(repo, clone, 'one', 'one.txt', '1\n');
    const two = await proposal(repo, clone, 'two', 'two.txt', '2\n');
    await clone.git('checkout', '-q', 'main');
    await clone.commit('base-only.txt', 'base\n');
    await clone.git('push', '-q', 'origin', 'main');
    const merged = await forge.owner.merge(repo, one.number, { sha: one.sha, method: 'merge' });
    const squashed = await forge.owner.merge(repo, two.number, { sha: two.sha, method: 'squash' });
    await clone.git('pull', '-q', '--ff-only', 'origin', 'main');
    assert.equal(await clone.git('rev-parse', 'HEAD'), squashed.sha);
    assert.deepEqual((await clone.git('ls-tree', '--name-only', 'HEAD')).split('\n').toSorted(), [
      'README.md',
      'base-only.txt',
      'one.txt',
      'two.txt',
    ]);
    assert.equal(await clone.git('rev-parse', `${squashed.sha}^`), merged.sha);
    assert.equal((await clone.git('rev-list', '--parents', '-n', '1', merged.sha)).split(' ').length, 3);
    await clone.git('fsck', '--strict');
  });

  test('of eight merges at once each is made exactly once or refused, and nothing is lost', async () => {
    const repo = await forge.repository('race');
    const clone = await forge.clone(repo, 'race');
    const pulls = [];
    for (let n = 0; n < 4; n += 1)
      pulls.push(await proposal(repo, clone, `race-${n}`, `race-${n}.txt`, `${n}\n`));
    const tries = [...pulls, ...pulls].map(({ number, sha }) =>
      forge.owner.merge(repo, number, { sha, method: 'squash' }),
    );
    const results = await Promise.allSettled(tries);
    assert.equal(results.filter((result) => result.status === 'fulfilled').length, 4);
    for (const result of results)
      if (result.status === 'rejected') assert.ok(status(405)(result.reason), String(result.reason));
    await clone.git('fetch', '-q', 'origin');
    assert.equal((await clone.git('ls-tree', '--name-only', 'origin/main')).split('\n').length, 5);
    assert.equal(await clone.git('rev-list', '--count', 'origin/main'), '5');
  });

  test('a conflict is 405 with the base untouched, a stale SHA 409', async () => {
    const repo = await forge.repository('clash');
    const clone = await forge.clone(repo, 'clash');
    const { number, sha } = await proposal(repo, clone, 'mine', 'README.md', 'mine\n');
    await clone.git('checkout', '-q', 'main');
    const base = await clone.commit('README.md', 'theirs\n');
    await clone.git('push', '-q', 'origin', 'main');
    assert.equal((await forge.owner.pull(repo, number)).mergeable, false);
    await assert.rejects(forge.owner.merge(repo, number, { sha, method: 'merge' }), status(405));
    await assert.rejects(forge.owner.merge(repo, number, { sha, method: 'rebase' }), status(405));
    await assert.rejects(forge.owner.merge(repo, number, { sha: base, method: 'merge' }), status(409));
    assert.equal(await forge.owner.branch(repo, 'main'), base);
    assert.equal((await forge.owner.pull(repo, number)).merged, false);
  });

  test('a keyword in a commit that is pushed to the default branch closes the issue, on another branch it does not', async () => {
    const repo = await forge.repository('words');
    const clone = await forge.clone(repo, 'words');
    const issue = await forge.owner.createIssue(repo, { title: 'close me', body: '' });
    await clone.commit('a.txt', 'a\n', `Fixes #${issue.number}`);
    await clone.git('push', '-q', 'origin', 'HEAD:refs/heads/side');
    assert.equal((await forge.owner.issue(repo, issue.number)).state, 'open');
    await clone.git('push', '-q', 'origin', 'HEAD:main');
    assert.equal((await forge.owner.issue(repo, issue.number)).state, 'closed');
  });

  test('commits that were pushed to the base by hand make their pull request merged; a deleted head closes it', async () => {
    const repo = await forge.repository('hand');
    const clone = await forge.clone(repo, 'hand');
    const first = await proposal(repo, clone, 'first', 'first.txt', '1\n');
    await clone.git('push', '-q', 'origin', 'first:main');
    assert.equal((await forge.owner.pull(repo, first.number)).merged, true);
    await clone.git('fetch', '-q', 'origin');
    const second = await proposal(repo, clone, 'second', 'second.txt', '2\n');
    await clone.git('push', '-q', 'origin', ':second');
    const closed = await forge.owner.pull(repo, second.number);
    assert.deepEqual([closed.state, closed.merged], ['closed', false]);
  });

  test('a protected branch takes no force-push and no direct push where reviews are asked for', async () => {
    const repo = await forge.repository('guarded');
    const clone = await forge.clone(repo, 'guarded', 'reviewer');
    const rules = { required_status_checks: null, enforce_admins: true, restrictions: null };
    const protect = (reviews: object | null) =>
      forge.api('dev', 'PUT', '/repos/dev/guarded/branches/main/protection', {
        ...rules,
        required_pull_request_reviews: reviews,
      });
    await protect(null);
    await clone.commit('a.txt', 'a\n');
    await clone.git('push', '-q', 'origin', 'main');
    await clone.git('commit', '-q', '--amend', '-m', 'rewritten');
    assert.match(await clone.refused('push', '-f', 'origin', 'main'), /GH006/);
    assert.match(await clone.refused('push', 'origin', ':main'), /GH006|deletion of the current branch/);
    await clone.git('reset', '-q', '--hard', 'origin/main');
    await protect({ required_approving_review_count: 1 });
    await clone.commit('b.txt', 'b\n');
    assert.match(await clone.refused('push', 'origin', 'main'), /GH006.*pull request/);
    await clone.git('push', '-q', 'origin', 'HEAD:refs/heads/aside');
  });

  test('people without write access may read a public repository and push nothing; strangers see nothing', async () => {
    const repo = await forge.repository('closed');
    await forge.api('dev', 'DELETE', '/repos/dev/closed/collaborators/reviewer');
    const clone = await forge.clone(repo, 'closed', 'reviewer');
    await clone.commit('a.txt', 'a\n');
    assert.match(await clone.refused('push', 'origin', 'main'), /403|denied/);
    await clone.git('remote', 'set-url', 'origin', `${forge.embedded.url}/dev/closed.git`);
    assert.match(await clone.refused('fetch', 'origin'), /could not read Username|Authentication failed/);
    await forge.api('dev', 'PATCH', '/repos/dev/closed', { private: true });
    const hidden = `${forge.embedded.url}/dev/closed.git`.replace(
      'http://',
      `http://x:${forge.token('reviewer')}@`,
    );
    assert.match(await clone.refused('fetch', hidden), /not found/);
  });

  test('refs that belong to the forge cannot be pushed', async () => {
    const repo = await forge.repository('own-refs');
    const clone = await forge.clone(repo, 'own-refs');
    for (const ref of ['refs/pull/1/head', 'refs/forge/pull/1/merged', 'refs/forge/seen/main']) {
      assert.match(await clone.refused('push', 'origin', `HEAD:${ref}`), /hidden ref|rejected/);
    }
  });

  test('a pull request from a fork follows pushes to the fork', async () => {
    const repo = await forge.repository('upstream');
    await forge.api('reviewer', 'POST', '/repos/dev/upstream/forks', {});
    const clone = await forge.clone('reviewer/upstream', 'fork', 'reviewer');
    await clone.commit('theirs.txt', '1\n');
    await clone.git('push', '-q', 'origin', 'HEAD:refs/heads/idea');
    const pull = await forge.reviewer.createPull(repo, {
      title: 'idea',
      body: '',
      head: 'reviewer:idea',
      base: 'main',
    });
    const sha = await clone.commit('theirs.txt', '2\n');
    await clone.git('push', '-q', 'origin', 'HEAD:refs/heads/idea');
    assert.equal((await forge.owner.pull(repo, pull.number)).head.sha, sha);
    await forge.owner.merge(repo, pull.number, { sha, method: 'squash' });
    assert.equal((await forge.owner.pull(repo, pull.number)).merged, true);
  });
});
