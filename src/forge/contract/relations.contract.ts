import assert from 'node:assert/strict';
import { ask, at, branchWith, openPull, put, type Ground, type Scenario } from './ground.contract.ts';

const ISSUE = '/repos/{owner}/{repo}/issues/{issue_number}';
const BLOCKED = `${ISSUE}/dependencies/blocked_by`;

/** The ids (not numbers) of so many new issues. */
async function issues(ground: Ground, repo: string, count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let number = 1; number <= count; number += 1) {
    await ground.owner.createIssue(repo, { title: `issue ${number}`, body: '' });
    const where = { ...at(repo), issue_number: number };
    ids.push(Number((await ask(ground, 'owner', `GET ${ISSUE}`, where, 200)).data.id));
  }
  return ids;
}

export const RELATIONS: readonly Scenario[] = [
  {
    name: 'an issue waits for others by its dependencies; a cycle is refused, a closed one does not hold it',
    operations: [
      'issues/add-blocked-by-dependency',
      'issues/list-dependencies-blocked-by',
      'issues/list-dependencies-blocking',
      'issues/remove-dependency-blocked-by',
    ],
    run: async (ground) => {
      const { owner } = ground;
      const repo = await ground.repository();
      const ids = await issues(ground, repo, 3);
      const wait = (number: number, forId: number | undefined, status: number) =>
        ask(
          ground,
          'owner',
          `POST ${BLOCKED}`,
          { ...at(repo), issue_number: number, issue_id: forId },
          status,
        );
      await wait(3, ids[1], 201);
      await wait(2, ids[0], 201);
      await wait(2, ids[0], 422);
      await wait(1, ids[2], 422);
      await wait(1, ids[0], 422);
      await wait(1, 987_654_321, 404);
      assert.deepEqual(await owner.blockedBy(repo, 2), [
        { repo, number: 1, title: 'issue 1', state: 'open' },
      ]);
      assert.deepEqual(await owner.blockedBy(repo, 1), []);
      const blocking = { ...at(repo), issue_number: 1 };
      const held = await ask(ground, 'owner', `GET ${ISSUE}/dependencies/blocking`, blocking, 200);
      assert.deepEqual(
        held.data.map((each: { number: number }) => each.number),
        [2],
      );
      assert.equal((await owner.issue(repo, 2)).blockers, 1);
      await owner.closeIssue(repo, 1);
      assert.equal((await owner.issue(repo, 2)).blockers, 0);
      assert.equal((await owner.blockedBy(repo, 2))[0]?.state, 'closed');
      const events = await owner.events(repo, 2);
      assert.ok(
        events.some(({ event, actor }) => event === 'blocked_by_added' && actor === ground.logins.owner),
      );
      const one = { ...at(repo), issue_number: 2, issue_id: ids[0] };
      await ask(ground, 'owner', `DELETE ${BLOCKED}/{issue_id}`, one, 200);
      await ask(ground, 'owner', `DELETE ${BLOCKED}/{issue_id}`, one, 404);
      assert.deepEqual(await owner.blockedBy(repo, 2), []);
    },
  },
  {
    name: 'sub-issues have one parent and an order; their progress is counted',
    operations: [
      'issues/add-sub-issue',
      'issues/list-sub-issues',
      'issues/get-parent',
      'issues/reprioritize-sub-issue',
      'issues/remove-sub-issue',
    ],
    run: async (ground) => {
      const { owner } = ground;
      const repo = await ground.repository();
      const ids = await issues(ground, repo, 4);
      const parent = { ...at(repo), issue_number: 1 };
      const add = (number: number, child: number | undefined, status: number, more = {}) => {
        const body = { ...at(repo), issue_number: number, sub_issue_id: child, ...more };
        return ask(ground, 'owner', `POST ${ISSUE}/sub_issues`, body, status);
      };
      for (const child of ids.slice(1)) await add(1, child, 201);
      await add(1, ids[1], 422);
      await add(3, ids[3], 422);
      await add(4, ids[0], 422);
      const numbers = async () => (await owner.subIssues(repo, 1)).map(({ number }) => number);
      assert.deepEqual(await numbers(), [2, 3, 4]);
      assert.equal((await owner.parentIssue(repo, 3))?.number, 1);
      assert.equal(await owner.parentIssue(repo, 1), null);
      const move = { ...parent, sub_issue_id: ids[3], before_id: ids[1] };
      await ask(ground, 'owner', `PATCH ${ISSUE}/sub_issues/priority`, move, 200);
      assert.deepEqual(await numbers(), [4, 2, 3]);
      await owner.closeIssue(repo, 2);
      const { data } = await ask(ground, 'owner', `GET ${ISSUE}`, parent, 200);
      assert.deepEqual(data.sub_issues_summary, { total: 3, completed: 1, percent_completed: 33 });
      await add(2, ids[3], 201, { replace_parent: true });
      assert.equal((await owner.parentIssue(repo, 4))?.number, 2);
      await ask(ground, 'owner', `DELETE ${ISSUE}/sub_issue`, { ...parent, sub_issue_id: ids[2] }, 200);
      assert.deepEqual(await numbers(), [2]);
    },
  },
  {
    name: 'pull requests from a branch are found in every state, newest first',
    operations: ['pulls/list'],
    run: async (ground) => {
      const { owner } = ground;
      const repo = await ground.repository();
      const { number } = await openPull(ground, repo);
      const from = async (state: 'open' | 'closed' | 'all') =>
        (await owner.pullsFrom(repo, 'feature', { state })).map((pull) => [
          pull.number,
          pull.state,
          pull.merged,
        ]);
      await owner.closeIssue(repo, number);
      assert.deepEqual(await from('open'), []);
      assert.deepEqual(await from('all'), [[number, 'closed', false]]);
      const again = await owner.createPull(repo, { title: 'again', body: '', head: 'feature', base: 'main' });
      const { sha } = (await owner.pull(repo, again.number)).head;
      await owner.merge(repo, again.number, { sha, method: 'squash' });
      assert.deepEqual(await from('all'), [
        [again.number, 'closed', true],
        [number, 'closed', false],
      ]);
      assert.equal((await owner.pull(repo, again.number)).mergedBy, ground.logins.owner);
      assert.deepEqual(await owner.pullsFrom(repo, 'feature', { state: 'all', base: 'other' }), []);
    },
  },
  {
    name: 'a pull request is retargeted by hand, and when the merged branch below it is deleted',
    operations: ['pulls/update', 'git/delete-ref'],
    run: async (ground) => {
      const { owner } = ground;
      const repo = await ground.repository();
      const below = await openPull(ground, repo, 'below');
      const ref = { ...at(repo), ref: 'refs/heads/above', sha: below.sha };
      await ask(ground, 'owner', 'POST /repos/{owner}/{repo}/git/refs', ref, 201);
      await put(ground, repo, 'above', 'above.txt', 'more\n');
      await branchWith(ground, repo, 'elsewhere', 'elsewhere.txt', 'x\n');
      const above = await owner.createPull(repo, {
        title: 'above',
        body: '',
        head: 'above',
        base: 'elsewhere',
      });
      assert.equal((await owner.retarget(repo, above.number, 'below')).base.ref, 'below');
      assert.deepEqual(
        (await owner.pullsInto(repo, 'below')).map(({ number }) => number),
        [above.number],
      );
      assert.equal((await owner.files(repo, above.number)).length, 1);
      await owner.merge(repo, below.number, { sha: below.sha, method: 'merge' });
      await owner.deleteBranch(repo, 'below');
      const now = await owner.pull(repo, above.number);
      assert.deepEqual([now.state, now.base.ref], ['open', 'main']);
      const changes = (await owner.events(repo, above.number)).filter(
        ({ event }) => event === 'base_ref_changed',
      );
      assert.equal(changes.length, 2);
      assert.ok((await owner.events(repo, below.number)).some(({ event }) => event === 'head_ref_deleted'));
    },
  },
  {
    name: 'a pull request whose base is deleted unmerged is closed',
    operations: ['git/delete-ref', 'pulls/get'],
    run: async (ground) => {
      const { owner } = ground;
      const repo = await ground.repository();
      await branchWith(ground, repo, 'base', 'base.txt', 'x\n');
      await branchWith(ground, repo, 'head', 'head.txt', 'x\n');
      const pull = await owner.createPull(repo, { title: 'on base', body: '', head: 'head', base: 'base' });
      await owner.deleteBranch(repo, 'base');
      assert.equal((await owner.pull(repo, pull.number)).state, 'closed');
    },
  },
  {
    name: 'who renamed, closed and opened an issue again is told; an edited body only moves its time',
    operations: ['issues/update', 'issues/list-events'],
    run: async (ground) => {
      const { owner, reviewer, logins } = ground;
      const repo = await ground.repository();
      await owner.createIssue(repo, { title: 'old', body: 'words' });
      const where = { ...at(repo), issue_number: 1 };
      await ask(ground, 'reviewer', `PATCH ${ISSUE}`, { ...where, title: 'new', body: 'other words' }, 200);
      await reviewer.closeIssue(repo, 1);
      assert.equal((await owner.issue(repo, 1)).closedBy, logins.reviewer);
      await ask(ground, 'owner', `PATCH ${ISSUE}`, { ...where, state: 'open' }, 200);
      const events = await owner.events(repo, 1);
      assert.deepEqual(
        events.map(({ event, actor, renamedFrom }) => [event, actor, renamedFrom]),
        [
          ['renamed', logins.reviewer, 'old'],
          ['closed', logins.reviewer, null],
          ['reopened', logins.owner, null],
        ],
      );
      const now = await owner.issue(repo, 1);
      assert.deepEqual([now.title, now.body, now.state, now.closedBy], ['new', 'other words', 'open', null]);
    },
  },
];
