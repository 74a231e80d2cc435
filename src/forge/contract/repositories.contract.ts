import assert from 'node:assert/strict';
import { ask, at, fails, type Scenario } from './ground.contract.ts';

export const REPOSITORIES: readonly Scenario[] = [
  {
    name: 'the token says who we are',
    operations: ['users/get-authenticated', 'users/get-by-username'],
    run: async (ground) => {
      assert.equal((await ground.owner.viewer()).login, ground.logins.owner);
      assert.equal((await ground.reviewer.viewer()).login, ground.logins.reviewer);
      const other = await ask(
        ground,
        'owner',
        'GET /users/{username}',
        { username: ground.logins.reviewer },
        200,
      );
      assert.equal(other.data.login, ground.logins.reviewer);
      await ask(ground, 'owner', 'GET /users/{username}', { username: 'no-such-person-here' }, 404);
    },
  },
  {
    name: 'a repository is created once, read, listed, changed and deleted',
    operations: [
      'repos/create-for-authenticated-user',
      'repos/get',
      'repos/list-for-authenticated-user',
      'repos/update',
      'repos/delete',
    ],
    run: async (ground) => {
      const repo = await ground.repository();
      const { name } = { name: at(repo).repo };
      const read = await ground.owner.repository(repo);
      assert.deepEqual([read.name, read.defaultBranch, read.permission], [repo, 'main', 'admin']);
      assert.equal((await ground.reviewer.repository(repo)).permission, 'write');
      const again = await ask(ground, 'owner', 'POST /user/repos', { name }, 422);
      assert.ok(Array.isArray(again.data.errors));
      const mine = await ask(ground, 'owner', 'GET /user/repos', { per_page: 100, sort: 'created' }, 200);
      assert.ok(mine.data.some((entry: { full_name: string }) => entry.full_name === repo));
      const changed = await ask(
        ground,
        'owner',
        'PATCH /repos/{owner}/{repo}',
        { ...at(repo), description: 'changed' },
        200,
      );
      assert.equal(changed.data.description, 'changed');
      await ask(ground, 'owner', 'DELETE /repos/{owner}/{repo}', at(repo), 204);
      await fails(ground.owner.repository(repo), 'forge_not_found', 404);
    },
  },
  {
    name: 'a hidden repository is 404 to those outside, not 403',
    operations: ['repos/update', 'repos/get', 'repos/remove-collaborator'],
    run: async (ground) => {
      const repo = await ground.repository();
      await ask(ground, 'owner', 'PATCH /repos/{owner}/{repo}', { ...at(repo), private: true }, 200);
      await ask(
        ground,
        'owner',
        'DELETE /repos/{owner}/{repo}/collaborators/{username}',
        { ...at(repo), username: ground.logins.reviewer },
        204,
      );
      await fails(ground.reviewer.repository(repo), 'forge_not_found', 404);
    },
  },
  {
    name: 'permission of the owner, a collaborator and a stranger',
    operations: [
      'repos/get-collaborator-permission-level',
      'repos/list-collaborators',
      'repos/check-collaborator',
      'repos/add-collaborator',
      'repos/remove-collaborator',
    ],
    run: async (ground) => {
      const { owner, logins } = ground;
      const repo = await ground.repository();
      assert.equal(await owner.permission(repo, logins.owner), 'admin');
      assert.equal(await owner.permission(repo, logins.reviewer), 'write');
      const people = await ask(ground, 'owner', 'GET /repos/{owner}/{repo}/collaborators', at(repo), 200);
      assert.ok(people.data.some((user: { login: string }) => user.login === logins.reviewer));
      const one = { ...at(repo), username: logins.reviewer };
      await ask(ground, 'owner', 'GET /repos/{owner}/{repo}/collaborators/{username}', one, 204);
      await ask(ground, 'owner', 'DELETE /repos/{owner}/{repo}/collaborators/{username}', one, 204);
      assert.ok(['read', 'none'].includes(await owner.permission(repo, logins.reviewer)));
      await ask(ground, 'owner', 'GET /repos/{owner}/{repo}/collaborators/{username}', one, 404);
      assert.equal(await owner.permission(repo, 'no-such-person-here'), 'none');
    },
  },
  {
    name: 'an unknown token is forge_unauthorized',
    operations: ['users/get-authenticated'],
    run: async (ground) => {
      const answer = await ground.call('owner', 'GET /user', {
        authorization: 'Bearer not-a-token-of-this-forge',
      });
      assert.equal(answer.status, 401);
    },
  },
  {
    name: 'a fork is made and a pull request comes from it',
    operations: ['repos/create-fork', 'pulls/create'],
    run: async (ground) => {
      const repo = await ground.repository();
      const made = await ask(ground, 'reviewer', 'POST /repos/{owner}/{repo}/forks', at(repo), 202);
      const fork = String(made.data.full_name);
      const body = {
        ...at(fork),
        path: 'theirs.txt',
        branch: 'main',
        message: 'theirs',
        content: Buffer.from('t\n').toString('base64'),
      };
      await ask(ground, 'reviewer', 'PUT /repos/{owner}/{repo}/contents/{path}', body, 201);
      const head = `${ground.logins.reviewer}:main`;
      const opened = await ask(
        ground,
        'reviewer',
        'POST /repos/{owner}/{repo}/pulls',
        { ...at(repo), title: 'from a fork', head, base: 'main' },
        201,
      );
      const pull = await ground.owner.pull(repo, opened.data.number as number);
      assert.deepEqual(
        [pull.head.repo, pull.head.owner, pull.author],
        [fork, ground.logins.reviewer, ground.logins.reviewer],
      );
      assert.deepEqual(
        (await ground.owner.files(repo, pull.number)).map((file) => file.path),
        ['theirs.txt'],
      );
      await ask(ground, 'reviewer', 'DELETE /repos/{owner}/{repo}', at(fork), 204);
    },
  },
  {
    name: 'webhooks are made, changed, pinged, listed and removed; the secret is not shown',
    operations: [
      'repos/create-webhook',
      'repos/list-webhooks',
      'repos/get-webhook',
      'repos/update-webhook',
      'repos/ping-webhook',
      'repos/list-webhook-deliveries',
      'repos/delete-webhook',
    ],
    run: async (ground) => {
      const repo = await ground.repository();
      const config = { url: 'http://127.0.0.1:9/hook', content_type: 'json', secret: 'very secret' };
      const made = await ask(
        ground,
        'owner',
        'POST /repos/{owner}/{repo}/hooks',
        { ...at(repo), config, events: ['push'] },
        201,
      );
      assert.ok(!JSON.stringify(made.data).includes('very secret'));
      const one = { ...at(repo), hook_id: made.data.id as number };
      const changed = await ask(
        ground,
        'owner',
        'PATCH /repos/{owner}/{repo}/hooks/{hook_id}',
        { ...one, add_events: ['issues'], active: false },
        200,
      );
      assert.deepEqual([changed.data.events.toSorted(), changed.data.active], [['issues', 'push'], false]);
      await ask(ground, 'owner', 'GET /repos/{owner}/{repo}/hooks/{hook_id}', one, 200);
      await ask(ground, 'owner', 'POST /repos/{owner}/{repo}/hooks/{hook_id}/pings', one, 204);
      assert.equal(
        (await ask(ground, 'owner', 'GET /repos/{owner}/{repo}/hooks', at(repo), 200)).data.length,
        1,
      );
      await ask(ground, 'owner', 'GET /repos/{owner}/{repo}/hooks/{hook_id}/deliveries', one, 200);
      await ask(ground, 'owner', 'DELETE /repos/{owner}/{repo}/hooks/{hook_id}', one, 204);
      await ask(ground, 'owner', 'GET /repos/{owner}/{repo}/hooks/{hook_id}', one, 404);
    },
  },
];
