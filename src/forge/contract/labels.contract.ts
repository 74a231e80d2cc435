import assert from 'node:assert/strict';
import { ask, at, fails, type Scenario } from './ground.contract.ts';

export const LABELS: readonly Scenario[] = [
  {
    name: 'adding an unknown label creates it, grey',
    operations: ['issues/add-labels', 'issues/get-label', 'issues/list-labels-on-issue'],
    run: async (ground) => {
      const { owner } = ground;
      const repo = await ground.repository();
      const { number } = await owner.createIssue(repo, { title: 'x', body: '' });
      await owner.addLabels(repo, number, ['autodev:wip']);
      await owner.addLabels(repo, number, ['autodev:wip']);
      assert.deepEqual((await owner.issue(repo, number)).labels, ['autodev:wip']);
      const label = await ask(
        ground,
        'owner',
        'GET /repos/{owner}/{repo}/labels/{name}',
        { ...at(repo), name: 'autodev:wip' },
        200,
      );
      assert.equal(label.data.color, 'ededed');
      const where = { ...at(repo), issue_number: number };
      const on = await ask(
        ground,
        'owner',
        'GET /repos/{owner}/{repo}/issues/{issue_number}/labels',
        where,
        200,
      );
      assert.equal(on.data.length, 1);
    },
  },
  {
    name: 'removing a label that is not there is success; of an issue that is not there it is not',
    operations: ['issues/remove-label'],
    run: async ({ owner, repository }) => {
      const repo = await repository();
      const { number } = await owner.createIssue(repo, { title: 'x', body: '', labels: ['a/b c'] });
      await owner.removeLabel(repo, number, 'a/b c');
      await owner.removeLabel(repo, number, 'a/b c');
      await owner.removeLabel(repo, number, 'never was');
      assert.deepEqual((await owner.issue(repo, number)).labels, []);
      await fails(owner.removeLabel(repo, 99_999, 'a/b c'), 'forge_not_found', 404);
    },
  },
  {
    name: 'labels of an issue are replaced and cleared',
    operations: ['issues/set-labels', 'issues/remove-all-labels'],
    run: async (ground) => {
      const repo = await ground.repository();
      const { number } = await ground.owner.createIssue(repo, {
        title: 'x',
        body: '',
        labels: ['one', 'two'],
      });
      const where = { ...at(repo), issue_number: number };
      await ask(
        ground,
        'owner',
        'PUT /repos/{owner}/{repo}/issues/{issue_number}/labels',
        { ...where, labels: ['two', 'three'] },
        200,
      );
      assert.deepEqual((await ground.owner.issue(repo, number)).labels.toSorted(), ['three', 'two']);
      await ask(ground, 'owner', 'DELETE /repos/{owner}/{repo}/issues/{issue_number}/labels', where, 204);
      assert.deepEqual((await ground.owner.issue(repo, number)).labels, []);
    },
  },
  {
    name: 'items that carry a label are found, issues and pull requests alike',
    operations: ['issues/list-for-repo'],
    run: async ({ owner, repository }) => {
      const repo = await repository();
      const { number } = await owner.createIssue(repo, {
        title: 'x',
        body: '',
        labels: ['autodev:wip', 'other'],
      });
      await owner.createIssue(repo, { title: 'y', body: '', labels: ['other'] });
      const found = await owner.labelled(repo, 'autodev:wip');
      assert.deepEqual(
        found.map((item) => [item.number, item.isPull]),
        [[number, false]],
      );
    },
  },
  {
    name: 'who added and removed labels is told in order',
    operations: ['issues/list-events'],
    run: async ({ owner, reviewer, repository, logins }) => {
      const repo = await repository();
      const { number } = await owner.createIssue(repo, { title: 'x', body: '' });
      await owner.addLabels(repo, number, ['autodev:skip']);
      await reviewer.removeLabel(repo, number, 'autodev:skip');
      const history = await owner.labelHistory(repo, number);
      assert.deepEqual(
        history.map(({ label, added, actor }) => [label, added, actor]),
        [
          ['autodev:skip', true, logins.owner],
          ['autodev:skip', false, logins.reviewer],
        ],
      );
    },
  },
  {
    name: 'the timeline holds events and comments',
    operations: ['issues/list-events-for-timeline'],
    run: async (ground) => {
      const repo = await ground.repository();
      const { number } = await ground.owner.createIssue(repo, { title: 'x', body: '' });
      await ground.owner.addLabels(repo, number, ['seen']);
      await ground.owner.comment(repo, number, 'hello');
      const where = { ...at(repo), issue_number: number };
      const answer = await ask(
        ground,
        'owner',
        'GET /repos/{owner}/{repo}/issues/{issue_number}/timeline',
        where,
        200,
      );
      const kinds = answer.data.map((entry: { event: string }) => entry.event);
      assert.ok(kinds.includes('labeled') && kinds.includes('commented'), String(kinds));
    },
  },
  {
    name: 'labels of a repository are created once, changed, listed and deleted',
    operations: [
      'issues/create-label',
      'issues/update-label',
      'issues/list-labels-for-repo',
      'issues/delete-label',
      'issues/get-label',
    ],
    run: async (ground) => {
      const { owner } = ground;
      const repo = await ground.repository();
      const look = { name: 'autodev:done', color: '0e8a16', description: 'finished' };
      await owner.createLabel(repo, look);
      await fails(owner.createLabel(repo, look), 'forge_rejected', 422);
      const where = { ...at(repo), name: 'autodev:done' };
      await ask(
        ground,
        'owner',
        'PATCH /repos/{owner}/{repo}/labels/{name}',
        { ...where, new_name: 'done', color: 'ffffff' },
        200,
      );
      const all = await ask(
        ground,
        'owner',
        'GET /repos/{owner}/{repo}/labels',
        { ...at(repo), per_page: 100 },
        200,
      );
      assert.ok(
        all.data.some(
          (label: { name: string; color: string }) => label.name === 'done' && label.color === 'ffffff',
        ),
      );
      await ask(
        ground,
        'owner',
        'DELETE /repos/{owner}/{repo}/labels/{name}',
        { ...at(repo), name: 'done' },
        204,
      );
      await ask(
        ground,
        'owner',
        'GET /repos/{owner}/{repo}/labels/{name}',
        { ...at(repo), name: 'done' },
        404,
      );
    },
  },
];
