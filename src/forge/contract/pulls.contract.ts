import assert from 'node:assert/strict';
import { ask, at, branchWith, fails, openPull, put, type Scenario } from './ground.contract.ts';

const PULL = '/repos/{owner}/{repo}/pulls/{pull_number}';

export const PULLS: readonly Scenario[] = [
  {
    name: 'a pull request is opened, read, listed and found by its branch',
    operations: ['pulls/create', 'pulls/get', 'pulls/list'],
    run: async (ground) => {
      const { owner } = ground;
      const repo = await ground.repository();
      const { number, sha } = await openPull(ground, repo);
      const pull = await owner.pull(repo, number);
      assert.deepEqual(
        [pull.head.ref, pull.head.sha, pull.base.ref, pull.state, pull.merged],
        ['feature', sha, 'main', 'open', false],
      );
      assert.equal(pull.head.repo, repo);
      assert.equal(pull.base.sha, await owner.branch(repo, 'main'));
      assert.deepEqual(
        (await owner.openPulls(repo, null)).items.map((item) => item.number),
        [number],
      );
      assert.deepEqual(
        (await owner.pullsFrom(repo, 'feature', { base: 'main', state: 'open' })).map((item) => item.number),
        [number],
      );
      assert.deepEqual(await owner.pullsFrom(repo, 'other', { base: 'main', state: 'open' }), []);
    },
  },
  {
    name: 'a second pull request from the same branch, a missing head and a missing base are refused',
    operations: ['pulls/create'],
    run: async (ground) => {
      const { owner } = ground;
      const repo = await ground.repository();
      await openPull(ground, repo);
      const fields = { title: 'again', body: '', head: 'feature', base: 'main' };
      await fails(owner.createPull(repo, fields), 'forge_rejected', 422);
      await fails(owner.createPull(repo, { ...fields, head: 'nowhere' }), 'forge_rejected', 422);
      await fails(owner.createPull(repo, { ...fields, base: 'nowhere' }), 'forge_rejected', 422);
      assert.equal((await owner.openPulls(repo, null)).items.length, 1);
    },
  },
  {
    name: 'a branch without commits of its own cannot be proposed',
    operations: ['pulls/create', 'git/create-ref'],
    run: async (ground) => {
      const repo = await ground.repository();
      const sha = await ground.owner.branch(repo, 'main');
      await ask(
        ground,
        'owner',
        'POST /repos/{owner}/{repo}/git/refs',
        { ...at(repo), ref: 'refs/heads/same', sha },
        201,
      );
      await fails(
        ground.owner.createPull(repo, { title: 't', body: '', head: 'same', base: 'main' }),
        'forge_rejected',
        422,
      );
    },
  },
  {
    name: 'words and state of a pull request change; a closed one is opened again',
    operations: ['pulls/update'],
    run: async (ground) => {
      const repo = await ground.repository();
      const { number } = await openPull(ground, repo);
      const change = (fields: Record<string, unknown>) =>
        ask(ground, 'owner', `PATCH ${PULL}`, { ...at(repo), pull_number: number, ...fields }, 200);
      assert.equal((await change({ title: 'new title', body: 'new body' })).data.title, 'new title');
      assert.equal((await change({ state: 'closed' })).data.state, 'closed');
      assert.deepEqual((await ground.owner.openPulls(repo, null)).items, []);
      assert.equal((await change({ state: 'open' })).data.state, 'open');
    },
  },
  {
    name: 'the files and commits of a pull request are its own, not what the base did meanwhile',
    operations: ['pulls/list-files', 'pulls/list-commits'],
    run: async (ground) => {
      const repo = await ground.repository();
      const { number, sha } = await openPull(ground, repo);
      await put(ground, repo, 'main', 'base-only.txt', 'base\n');
      const files = await ground.owner.files(repo, number);
      assert.deepEqual(
        files.map(({ path, status, additions, deletions }) => [path, status, additions, deletions]),
        [['feature.txt', 'added', 3, 0]],
      );
      assert.match(files[0]?.patch ?? '', /^@@ -0,0 \+1,3 @@\n\+one\n\+two\n\+three/);
      const commits = await ask(
        ground,
        'owner',
        `GET ${PULL}/commits`,
        { ...at(repo), pull_number: number },
        200,
      );
      assert.deepEqual(
        commits.data.map((commit: { sha: string }) => commit.sha),
        [sha],
      );
    },
  },
  {
    name: 'a merge takes exactly the given SHA, keeps what only the base has, and says what it made',
    operations: ['pulls/merge', 'pulls/check-if-merged', 'repos/get-content'],
    run: async (ground) => {
      const { owner } = ground;
      const repo = await ground.repository();
      const { number, sha } = await openPull(ground, repo);
      await put(ground, repo, 'main', 'base-only.txt', 'base\n');
      const where = { ...at(repo), pull_number: number };
      await ask(ground, 'owner', `GET ${PULL}/merge`, where, 404);
      await fails(owner.merge(repo, number, { sha: '0'.repeat(40), method: 'merge' }), 'forge_conflict', 409);
      const merged = await owner.merge(repo, number, { sha, method: 'merge' });
      assert.equal(await owner.branch(repo, 'main'), merged.sha);
      const pull = await owner.pull(repo, number);
      assert.deepEqual([pull.merged, pull.state, pull.mergeSha], [true, 'closed', merged.sha]);
      await ask(ground, 'owner', `GET ${PULL}/merge`, where, 204);
      for (const path of ['base-only.txt', 'feature.txt']) {
        await ask(ground, 'owner', 'GET /repos/{owner}/{repo}/contents/{path}', { ...at(repo), path }, 200);
      }
      await fails(owner.merge(repo, number, { sha, method: 'merge' }), 'forge_conflict', 405);
    },
  },
  {
    name: 'squash makes one commit with the given title; rebase keeps each',
    operations: ['pulls/merge', 'repos/list-commits'],
    run: async (ground) => {
      const { owner } = ground;
      const repo = await ground.repository();
      const first = await openPull(ground, repo, 'squashed');
      await owner.merge(repo, first.number, { sha: first.sha, method: 'squash', title: 'One thing (#1)' });
      const second = await openPull(ground, repo, 'rebased');
      await put(ground, repo, 'main', 'meanwhile.txt', 'x\n');
      await owner.merge(repo, second.number, { sha: second.sha, method: 'rebase' });
      const log = await ask(
        ground,
        'owner',
        'GET /repos/{owner}/{repo}/commits',
        { ...at(repo), sha: 'main' },
        200,
      );
      const commits = log.data as { commit: { message: string }; parents: unknown[] }[];
      assert.deepEqual(
        commits.slice(0, 3).map((entry) => [entry.commit.message.split('\n')[0], entry.parents.length]),
        [
          ['write rebased.txt', 1],
          ['write meanwhile.txt', 1],
          ['One thing (#1)', 1],
        ],
      );
    },
  },
  {
    name: 'a conflict is not mergeable and is refused with 405; the base does not move',
    operations: ['pulls/get', 'pulls/merge'],
    run: async (ground) => {
      const { owner } = ground;
      const repo = await ground.repository();
      const { number, sha } = await openPull(ground, repo, 'clash');
      await put(ground, repo, 'main', 'clash.txt', 'something else\n');
      const base = await owner.branch(repo, 'main');
      let { mergeable } = await owner.pull(repo, number);
      for (let polls = 0; mergeable === null && polls < 20; polls += 1)
        ({ mergeable } = await owner.pull(repo, number));
      assert.equal(mergeable, false);
      await fails(owner.merge(repo, number, { sha, method: 'merge' }), 'forge_conflict', 405);
      assert.equal(await owner.branch(repo, 'main'), base);
      assert.equal((await owner.pull(repo, number)).state, 'open');
    },
  },
  {
    name: 'closing keywords close issues when the default branch takes the merge, not another branch',
    operations: ['pulls/merge', 'pulls/create'],
    run: async (ground) => {
      const { owner } = ground;
      const repo = await ground.repository();
      const issue = await owner.createIssue(repo, { title: 'to be closed', body: '' });
      await branchWith(ground, repo, 'release', 'release.txt', 'r\n');
      const sha = await branchWith(ground, repo, 'fix', 'fix.txt', 'f\n');
      const words = { title: 'fix', body: `Closes #${issue.number}`, head: 'fix' };
      const aside = await owner.createPull(repo, { ...words, base: 'release' });
      await owner.merge(repo, aside.number, { sha, method: 'merge' });
      assert.equal((await owner.issue(repo, issue.number)).state, 'open');
      const straight = await owner.createPull(repo, { ...words, base: 'main' });
      await owner.merge(repo, straight.number, { sha, method: 'merge' });
      let { state } = await owner.issue(repo, issue.number);
      for (let polls = 0; state === 'open' && polls < 20; polls += 1)
        ({ state } = await owner.issue(repo, issue.number));
      assert.equal(state, 'closed');
    },
  },
  {
    name: 'the head branch is brought up to date with the base',
    operations: ['pulls/update-branch'],
    run: async (ground) => {
      const repo = await ground.repository();
      const { number, sha } = await openPull(ground, repo);
      await put(ground, repo, 'main', 'news.txt', 'n\n');
      const where = { ...at(repo), pull_number: number };
      await ask(
        ground,
        'owner',
        `PUT ${PULL}/update-branch`,
        { ...where, expected_head_sha: '0'.repeat(40) },
        422,
      );
      await ask(ground, 'owner', `PUT ${PULL}/update-branch`, { ...where, expected_head_sha: sha }, 202);
      let head = sha;
      for (let polls = 0; head === sha && polls < 20; polls += 1)
        head = (await ground.owner.pull(repo, number)).head.sha;
      assert.notEqual(head, sha);
      assert.deepEqual(
        (await ground.owner.files(repo, number)).map((file) => file.path),
        ['feature.txt'],
      );
    },
  },
  {
    name: 'reviewers are asked and unasked; the author cannot be',
    operations: [
      'pulls/request-reviewers',
      'pulls/list-requested-reviewers',
      'pulls/remove-requested-reviewers',
    ],
    run: async (ground) => {
      const repo = await ground.repository();
      const { number } = await openPull(ground, repo);
      const route = `${PULL}/requested_reviewers`;
      const where = { ...at(repo), pull_number: number };
      const body = { ...where, reviewers: [ground.logins.reviewer] };
      await ask(ground, 'owner', `POST ${route}`, { ...where, reviewers: [ground.logins.owner] }, 422);
      await ask(ground, 'owner', `POST ${route}`, body, 201);
      const asked = await ask(ground, 'owner', `GET ${route}`, where, 200);
      assert.deepEqual(
        asked.data.users.map((user: { login: string }) => user.login),
        [ground.logins.reviewer],
      );
      await ask(ground, 'owner', `DELETE ${route}`, body, 200);
      assert.deepEqual((await ask(ground, 'owner', `GET ${route}`, where, 200)).data.users, []);
    },
  },
];
