import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startEmbeddedForge, type EmbeddedForge } from '../../src/forge/embedded/start.ts';
import { testHost } from '../support/host.ts';
import { tmpdir, type TmpDir } from '../support/tmpdir.ts';

const ROLES = ['none', 'pull', 'triage', 'push', 'maintain', 'admin'] as const;
type Role = (typeof ROLES)[number];

/** Everything below acts on what the owner wrote. `from` is the least role that may; the others get 403. */
const TABLE: readonly { what: string; from: Role; method: string; path: string; body?: object }[] = [
  { what: 'open an issue', from: 'pull', method: 'POST', path: 'issues', body: { title: 'mine' } },
  { what: 'comment', from: 'pull', method: 'POST', path: 'issues/1/comments', body: { body: 'x' } },
  { what: 'react', from: 'pull', method: 'POST', path: 'issues/1/reactions', body: { content: 'eyes' } },
  { what: 'read the checks', from: 'pull', method: 'GET', path: 'commits/main/check-runs' },
  { what: 'label', from: 'triage', method: 'POST', path: 'issues/1/labels', body: { labels: ['bug'] } },
  {
    what: 'assign',
    from: 'triage',
    method: 'POST',
    path: 'issues/1/assignees',
    body: { assignees: ['dev'] },
  },
  { what: 'close an issue', from: 'triage', method: 'PATCH', path: 'issues/1', body: { state: 'closed' } },
  { what: 'open it again', from: 'triage', method: 'PATCH', path: 'issues/1', body: { state: 'open' } },
  {
    what: 'close a pull request',
    from: 'triage',
    method: 'PATCH',
    path: 'pulls/2',
    body: { state: 'closed' },
  },
  { what: 'open that again', from: 'triage', method: 'PATCH', path: 'pulls/2', body: { state: 'open' } },
  {
    what: 'ask for a review',
    from: 'triage',
    method: 'POST',
    path: 'pulls/2/requested_reviewers',
    body: { reviewers: ['pull'] },
  },
  {
    what: 'say what an issue waits for',
    from: 'triage',
    method: 'DELETE',
    path: 'issues/1/dependencies/blocked_by/3',
  },
  { what: "rename the owner's issue", from: 'push', method: 'PATCH', path: 'issues/1', body: { title: 'x' } },
  { what: "rewrite the owner's issue", from: 'push', method: 'PATCH', path: 'issues/1', body: { body: 'x' } },
  {
    what: 'rewrite it while closing it',
    from: 'push',
    method: 'PATCH',
    path: 'issues/1',
    body: { state: 'open', body: 'x' },
  },
  { what: "rename the owner's pull", from: 'push', method: 'PATCH', path: 'pulls/2', body: { title: 'x' } },
  { what: 'retarget it', from: 'push', method: 'PATCH', path: 'pulls/2', body: { base: 'other' } },
  {
    what: "edit the owner's comment",
    from: 'push',
    method: 'PATCH',
    path: 'issues/comments/1',
    body: { body: 'x' },
  },
  {
    what: "edit the owner's remark",
    from: 'push',
    method: 'PATCH',
    path: 'pulls/comments/1',
    body: { body: 'x' },
  },
  { what: 'set a status', from: 'push', method: 'POST', path: 'statuses/SHA', body: { state: 'success' } },
  { what: 'make a label', from: 'push', method: 'POST', path: 'labels', body: { name: 'NEW' } },
  { what: 'run a check again', from: 'push', method: 'POST', path: 'check-suites/1/rerequest' },
  {
    what: 'make a branch',
    from: 'push',
    method: 'POST',
    path: 'git/refs',
    body: { ref: 'refs/heads/NEW', sha: 'SHA' },
  },
  {
    what: 'make a hook',
    from: 'admin',
    method: 'POST',
    path: 'hooks',
    body: { config: { url: 'http://127.0.0.1:9/NEW' } },
  },
  { what: 'protect a branch', from: 'admin', method: 'DELETE', path: 'branches/main/protection' },
  {
    what: 'add a person',
    from: 'admin',
    method: 'PUT',
    path: 'collaborators/pull',
    body: { permission: 'pull' },
  },
];

describe('who may do what on the embedded forge', () => {
  let tmp: TmpDir;
  let forge: EmbeddedForge;
  let sha = '';
  const api = async (login: string, method: string, path: string, body?: object) => {
    const token = forge.users.find((user) => user.login === login)?.token ?? '';
    const answer = await fetch(`${forge.apiUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, data: (text === '' ? null : JSON.parse(text)) as never };
  };
  const repo = '/repos/dev/app';

  before(async () => {
    tmp = await tmpdir();
    forge = await startEmbeddedForge(testHost(), { data: tmp.path, users: ['dev', 'ci[bot]', ...ROLES] });
    await api('dev', 'POST', '/user/repos', { name: 'app', auto_init: true, private: true });
    for (const role of ROLES.slice(1))
      await api('dev', 'PUT', `${repo}/collaborators/${role}`, { permission: role });
    const main = await api('dev', 'GET', `${repo}/git/ref/heads/main`);
    sha = (main.data as { object: { sha: string } }).object.sha;
    for (const branch of ['other', 'topic'])
      await api('dev', 'POST', `${repo}/git/refs`, { ref: `refs/heads/${branch}`, sha });
    const content = Buffer.from('x\n').toString('base64');
    const file = { message: 'm', content, branch: 'topic' };
    const made = await api('dev', 'PUT', `${repo}/contents/a.txt`, file);
    await api('dev', 'POST', `${repo}/issues`, { title: 'one', body: 'words' });
    await api('dev', 'POST', `${repo}/pulls`, { title: 'two', head: 'topic', base: 'main' });
    await api('dev', 'POST', `${repo}/issues/1/comments`, { body: 'words' });
    const commit = (made.data as { commit: { sha: string } }).commit.sha;
    const remark = { body: 'words', commit_id: commit, path: 'a.txt', line: 1 };
    assert.equal((await api('dev', 'POST', `${repo}/pulls/2/comments`, remark)).status, 201);
    const run = { name: 'ci', head_sha: sha, conclusion: 'success' };
    assert.equal((await api('ci[bot]', 'POST', `${repo}/check-runs`, run)).status, 201);
  });
  after(async () => {
    await forge.close();
    await tmp[Symbol.asyncDispose]();
  });

  for (const { what, from, method, path, body } of TABLE) {
    test(`${what}: from ${from} on`, async () => {
      for (const [rank, role] of ROLES.entries()) {
        const text = JSON.stringify(body ?? null)
          .replaceAll('SHA', sha)
          .replaceAll('NEW', `${role}-new`);
        const sent = (JSON.parse(text) as object | null) ?? undefined;
        const { status } = await api(role, method, `${repo}/${path.replace('SHA', sha)}`, sent);
        const may = rank >= ROLES.indexOf(from);
        if (role === 'none') assert.equal(status, 404, 'a hidden repository is not there');
        else if (may) assert.ok(status !== 403 && status < 500, `${role}: ${status}`);
        else assert.equal(status, 403, role);
      }
    });
  }

  test('without write access one changes and closes one’s own, and opens again only what one has closed', async () => {
    const made = await api('pull', 'POST', `${repo}/issues`, { title: 'mine', labels: ['bug'] });
    const { number, labels } = made.data as { number: number; labels: unknown[] };
    assert.deepEqual(labels, [], 'labels of people without access are dropped');
    const change = async (login: string, body: object) =>
      (await api(login, 'PATCH', `${repo}/issues/${number}`, body)).status;
    assert.equal(await change('pull', { title: 'still mine', body: 'words' }), 200);
    assert.equal(await change('pull', { state: 'closed' }), 200);
    assert.equal(await change('pull', { state: 'open' }), 200);
    assert.equal(await change('triage', { state: 'closed' }), 200);
    assert.equal(await change('pull', { state: 'open' }), 403);
    await change('pull', { labels: ['bug'] });
    const now = await api('dev', 'GET', `${repo}/issues/${number}`);
    assert.deepEqual((now.data as { labels: unknown[] }).labels, []);
  });

  test('a role that was taken away is gone with the next question', async () => {
    const path = `${repo}/collaborators/push/permission`;
    const word = async () => ((await api('dev', 'GET', path)).data as { role_name: string }).role_name;
    assert.equal(await word(), 'write');
    await api('dev', 'PUT', `${repo}/collaborators/push`, { permission: 'pull' });
    assert.equal(await word(), 'read');
    await api('dev', 'DELETE', `${repo}/collaborators/push`);
    assert.equal(await word(), 'none');
  });
});
