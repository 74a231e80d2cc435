import assert from 'node:assert/strict';
import { ask, at, fails, openPull, type Scenario } from './ground.contract.ts';

export const ISSUES: readonly Scenario[] = [
  {
    name: 'an issue that was created is read back with its words and labels',
    operations: ['issues/create', 'issues/get'],
    run: async ({ owner, repository, logins }) => {
      const repo = await repository();
      const made = await owner.createIssue(repo, {
        title: 'It breaks',
        body: 'Always.',
        labels: ['bug', 'made-up'],
      });
      const read = await owner.issue(repo, made.number);
      assert.deepEqual(
        {
          title: read.title,
          body: read.body,
          state: read.state,
          author: read.author,
          labels: read.labels.toSorted(),
        },
        {
          title: 'It breaks',
          body: 'Always.',
          state: 'open',
          author: logins.owner,
          labels: ['bug', 'made-up'],
        },
      );
    },
  },
  {
    name: 'an issue without a title is refused with the field that is missing',
    operations: ['issues/create'],
    run: async (ground) => {
      const repo = await ground.repository();
      const answer = await ask(
        ground,
        'owner',
        'POST /repos/{owner}/{repo}/issues',
        { ...at(repo), body: 'x' },
        422,
      );
      assert.equal(answer.data.errors[0].field, 'title');
      assert.equal(answer.data.errors[0].code, 'missing_field');
    },
  },
  {
    name: 'an issue or a repository that is not there is forge_not_found',
    operations: ['issues/get'],
    run: async ({ owner, repository }) => {
      await fails(owner.issue(await repository(), 99_999), 'forge_not_found', 404);
      await fails(owner.issue('nobody/nothing', 1), 'forge_not_found', 404);
    },
  },
  {
    name: 'the list of open issues holds no pull request and no closed issue, newest change first',
    operations: ['issues/list-for-repo', 'issues/update', 'pulls/create'],
    run: async (ground) => {
      const { owner } = ground;
      const repo = await ground.repository();
      const first = await owner.createIssue(repo, { title: 'first', body: '' });
      const second = await owner.createIssue(repo, { title: 'second', body: '' });
      await openPull(ground, repo);
      await owner.closeIssue(repo, first.number);
      const listing = await owner.openIssues(repo, null);
      assert.deepEqual(
        listing.items.map((issue) => issue.title),
        ['second'],
      );
      assert.match(listing.forgeTime, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
      const closed = await owner.closedIssues(repo, first.createdAt);
      assert.deepEqual(
        closed.map((issue) => issue.title),
        ['first'],
      );
      assert.deepEqual(await owner.closedIssues(repo, '2999-01-01T00:00:00Z'), []);
      assert.equal((await owner.issue(repo, first.number)).state, 'closed');
      const reopened = { ...at(repo), issue_number: first.number, state: 'open' };
      await ask(ground, 'owner', 'PATCH /repos/{owner}/{repo}/issues/{issue_number}', reopened, 200);
      assert.equal((await owner.openIssues(repo, null)).items.length, 2);
      assert.ok(second.number !== first.number);
    },
  },
  {
    name: 'a cursor leaves out what did not change since; one second past the newest leaves out all',
    operations: ['issues/list-for-repo'],
    run: async ({ owner, repository }) => {
      const repo = await repository();
      const issue = await owner.createIssue(repo, { title: 'only', body: '' });
      assert.equal(
        (await owner.openIssues(repo, issue.updatedAt)).items.length,
        1,
        'the cursor is inclusive',
      );
      const later = new Date(Date.parse(issue.updatedAt) + 1_000).toISOString();
      assert.equal((await owner.openIssues(repo, later)).items.length, 0);
    },
  },
  {
    name: 'more issues than a page are all listed',
    operations: ['issues/list-for-repo'],
    run: async ({ owner, repository }) => {
      const repo = await repository();
      for (let n = 1; n <= 101; n += 1) await owner.createIssue(repo, { title: `issue ${n}`, body: '' });
      assert.equal((await owner.openIssues(repo, null)).items.length, 101);
    },
  },
  {
    name: 'an unchanged list says so, yields its items and costs no quota',
    operations: ['issues/list-for-repo', 'rate-limit/get'],
    run: async (ground) => {
      const { owner } = ground;
      const repo = await ground.repository();
      await owner.createIssue(repo, { title: 'kept', body: '' });
      assert.equal((await owner.openIssues(repo, null)).unchanged, false);
      const used = async () =>
        Number((await ask(ground, 'owner', 'GET /rate_limit', {}, 200)).data.rate.used);
      const before = await used();
      const again = await owner.openIssues(repo, null);
      assert.equal(again.unchanged, true);
      assert.deepEqual(
        again.items.map((issue) => issue.title),
        ['kept'],
      );
      assert.equal(await used(), before);
      await owner.createIssue(repo, { title: 'new', body: '' });
      const changed = await owner.openIssues(repo, null);
      assert.equal(changed.unchanged, false);
      assert.equal(changed.items.length, 2);
    },
  },
  {
    name: 'comments are listed oldest first, edited and deleted',
    operations: [
      'issues/create-comment',
      'issues/list-comments',
      'issues/get-comment',
      'issues/update-comment',
      'issues/delete-comment',
    ],
    run: async (ground) => {
      const { owner, reviewer, logins } = ground;
      const repo = await ground.repository();
      const { number } = await owner.createIssue(repo, { title: 'talk', body: '' });
      const first = await owner.comment(repo, number, 'first');
      const second = await reviewer.comment(repo, number, 'second');
      assert.equal((await owner.editComment(repo, first.id, 'first, edited')).body, 'first, edited');
      const all = await owner.comments(repo, number);
      assert.deepEqual(
        all.map(({ author, body }) => [author, body]),
        [
          [logins.owner, 'first, edited'],
          [logins.reviewer, 'second'],
        ],
      );
      const where = { ...at(repo), comment_id: second.id };
      await ask(ground, 'owner', 'GET /repos/{owner}/{repo}/issues/comments/{comment_id}', where, 200);
      await ask(ground, 'owner', 'DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}', where, 204);
      assert.equal((await owner.comments(repo, number)).length, 1);
      await fails(owner.comment(repo, 99_999, 'x'), 'forge_not_found', 404);
    },
  },
  {
    name: 'comments of a whole repository are listed',
    operations: ['issues/list-comments-for-repo'],
    run: async (ground) => {
      const repo = await ground.repository();
      for (const title of ['a', 'b']) {
        const { number } = await ground.owner.createIssue(repo, { title, body: '' });
        await ground.owner.comment(repo, number, `on ${title}`);
      }
      const all = await ask(ground, 'owner', 'GET /repos/{owner}/{repo}/issues/comments', at(repo), 200);
      assert.deepEqual(
        all.data.map((comment: { body: string }) => comment.body),
        ['on a', 'on b'],
      );
    },
  },
  {
    name: 'assignees are listed, added and removed',
    operations: ['issues/list-assignees', 'issues/add-assignees', 'issues/remove-assignees'],
    run: async (ground) => {
      const repo = await ground.repository();
      const { number } = await ground.owner.createIssue(repo, { title: 'whose', body: '' });
      const people = await ask(ground, 'owner', 'GET /repos/{owner}/{repo}/assignees', at(repo), 200);
      assert.ok(people.data.some((user: { login: string }) => user.login === ground.logins.owner));
      const route = '/repos/{owner}/{repo}/issues/{issue_number}/assignees';
      const body = { ...at(repo), issue_number: number, assignees: [ground.logins.owner] };
      const added = await ask(ground, 'owner', `POST ${route}`, body, 201);
      assert.deepEqual(
        added.data.assignees.map((user: { login: string }) => user.login),
        [ground.logins.owner],
      );
      const removed = await ask(ground, 'owner', `DELETE ${route}`, body, 200);
      assert.deepEqual(removed.data.assignees, []);
    },
  },
  {
    name: 'search finds issues by repository, kind, state, label and words',
    operations: ['search/issues-and-pull-requests'],
    run: async (ground) => {
      const repo = await ground.repository();
      await ground.owner.createIssue(repo, { title: 'needle one', body: '', labels: ['found'] });
      await ground.owner.createIssue(repo, { title: 'hay', body: '' });
      const found = async (q: string) =>
        (await ask(ground, 'owner', 'GET /search/issues', { q: `repo:${repo} ${q}` }, 200)).data.items.map(
          (item: { title: string }) => item.title,
        );
      assert.deepEqual(await found('is:issue is:open label:found'), ['needle one']);
      assert.deepEqual(await found('is:issue needle'), ['needle one']);
      assert.deepEqual(await found('is:pr'), []);
      assert.deepEqual(await found('-label:found is:issue'), ['hay']);
    },
  },
];
