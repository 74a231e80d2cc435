import assert from 'node:assert/strict';
import { ask, at, fails, type Scenario } from './ground.contract.ts';

export const CHECKS: readonly Scenario[] = [
  {
    name: 'the newest commit status of each context counts; none at all combines to pending',
    operations: [
      'repos/create-commit-status',
      'repos/list-commit-statuses-for-ref',
      'repos/get-combined-status-for-ref',
      'checks/list-for-ref',
    ],
    run: async (ground) => {
      const { owner } = ground;
      const repo = await ground.repository();
      const sha = (await owner.branch(repo, 'main')) ?? '';
      const combined = async () =>
        (
          await ask(
            ground,
            'owner',
            'GET /repos/{owner}/{repo}/commits/{ref}/status',
            { ...at(repo), ref: sha },
            200,
          )
        ).data.state as string;
      assert.equal(await combined(), 'pending');
      assert.deepEqual(await owner.checks(repo, sha), []);
      await owner.setStatus(repo, sha, { context: 'ci', state: 'pending', description: 'running' });
      await owner.setStatus(repo, sha, {
        context: 'ci',
        state: 'success',
        description: 'passed',
        url: 'https://ci.example/1',
      });
      await owner.setStatus(repo, sha, { context: 'lint', state: 'error', description: 'crashed' });
      const checks = await owner.checks(repo, sha);
      assert.deepEqual(
        checks.map(({ context, source, state }) => `${context} ${source} ${state}`).toSorted(),
        ['ci status success', 'lint status failure'],
      );
      assert.equal(checks.find((check) => check.context === 'ci')?.author, ground.logins.owner);
      assert.equal(await combined(), 'failure');
    },
  },
  {
    name: "a person's token cannot create a check-run",
    operations: ['checks/create'],
    run: async (ground) => {
      const repo = await ground.repository();
      const sha = await ground.owner.branch(repo, 'main');
      const body = { ...at(repo), name: 'ci', head_sha: sha, status: 'in_progress' };
      await ask(ground, 'owner', 'POST /repos/{owner}/{repo}/check-runs', body, 403);
    },
  },
  {
    name: 'check-runs of an app are read beside statuses, and change as they end',
    operations: ['checks/create', 'checks/get', 'checks/update', 'checks/list-for-ref'],
    run: async (ground) => {
      const repo = await ground.repository();
      const sha = (await ground.owner.branch(repo, 'main')) ?? '';
      const made = await ask(
        ground,
        'app',
        'POST /repos/{owner}/{repo}/check-runs',
        { ...at(repo), name: 'build', head_sha: sha, status: 'in_progress' },
        201,
      );
      const state = async () =>
        (await ground.owner.checks(repo, sha)).map((check) => [check.context, check.source, check.state]);
      assert.deepEqual(await state(), [['build', 'check_run', 'pending']]);
      const one = { ...at(repo), check_run_id: made.data.id as number };
      await ask(
        ground,
        'app',
        'PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}',
        { ...one, status: 'completed', conclusion: 'neutral' },
        200,
      );
      assert.deepEqual(await state(), [['build', 'check_run', 'neutral']]);
      const again = {
        ...at(repo),
        name: 'build',
        head_sha: sha,
        status: 'completed',
        conclusion: 'timed_out',
      };
      await ask(ground, 'app', 'POST /repos/{owner}/{repo}/check-runs', again, 201);
      assert.deepEqual(await state(), [['build', 'check_run', 'failure']]);
      await ask(ground, 'owner', 'GET /repos/{owner}/{repo}/check-runs/{check_run_id}', one, 200);
    },
  },
  {
    name: 'the history of a commit keeps every report of a check, of apps and of statuses, beside the newest that count',
    operations: [
      'checks/create',
      'checks/list-for-ref',
      'repos/create-commit-status',
      'repos/list-commit-statuses-for-ref',
    ],
    run: async (ground) => {
      const { owner } = ground;
      const repo = await ground.repository();
      const sha = (await owner.branch(repo, 'main')) ?? '';
      assert.deepEqual(await owner.checkHistory(repo, sha), []);
      const report = (conclusion: string) =>
        ask(
          ground,
          'app',
          'POST /repos/{owner}/{repo}/check-runs',
          { ...at(repo), name: 'build', head_sha: sha, status: 'completed', conclusion },
          201,
        );
      await report('success');
      await report('failure');
      await owner.setStatus(repo, sha, { context: 'ci', state: 'success', description: '' });
      await owner.setStatus(repo, sha, { context: 'ci', state: 'failure', description: '' });
      const told = (checks: Awaited<ReturnType<typeof owner.checks>>) =>
        checks.map(({ context, source, state }) => `${context} ${source} ${state}`).toSorted();
      assert.deepEqual(told(await owner.checks(repo, sha)), ['build check_run failure', 'ci status failure']);
      assert.deepEqual(told(await owner.checkHistory(repo, sha)), [
        'build check_run failure',
        'build check_run success',
        'ci status failure',
        'ci status success',
      ]);
    },
  },
  {
    name: 'a status of a commit that is not there is refused, and its checks cannot be read',
    operations: ['repos/create-commit-status', 'checks/list-for-ref'],
    run: async ({ owner, repository }) => {
      const repo = await repository();
      const nowhere = 'f'.repeat(40);
      await fails(
        owner.setStatus(repo, nowhere, { context: 'ci', state: 'success', description: '' }),
        'forge_rejected',
        422,
      );
      await fails(owner.checks(repo, nowhere), 'forge_rejected', 422);
    },
  },
];
