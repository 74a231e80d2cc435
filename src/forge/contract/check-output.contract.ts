import assert from 'node:assert/strict';
import { ask, at, fails, type Ground, type Scenario } from './ground.contract.ts';

const RUNS = '/repos/{owner}/{repo}/check-runs';
const RUN = `${RUNS}/{check_run_id}`;
const SUITE = '/repos/{owner}/{repo}/check-suites/{check_suite_id}';
const ACTIONS = '/repos/{owner}/{repo}/actions';

const annotation = (line: number, message: string) => ({
  path: 'README.md',
  start_line: line,
  end_line: line,
  annotation_level: 'failure',
  message,
});

/** A finished, red check-run of the app or of GitHub Actions. */
async function red(ground: Ground, who: 'app' | 'actions', repo: string, sha: string, name = 'build') {
  const body = { ...at(repo), name, head_sha: sha, status: 'completed', conclusion: 'failure' };
  return (await ask(ground, who, `POST ${RUNS}`, body, 201)).data;
}

export const CHECK_OUTPUT: readonly Scenario[] = [
  {
    name: 'the output of a check-run is read on demand; annotations of later reports are added to the first',
    operations: ['checks/create', 'checks/update', 'checks/list-annotations'],
    run: async (ground) => {
      const repo = await ground.repository();
      const sha = (await ground.owner.branch(repo, 'main')) ?? '';
      const output = { title: '1 failed', summary: 'one test is red', text: 'expected 1, got 2' };
      const made = await ask(
        ground,
        'app',
        `POST ${RUNS}`,
        {
          ...at(repo),
          name: 'test',
          head_sha: sha,
          status: 'in_progress',
          external_id: 'job-1',
          details_url: 'https://ci.example/1',
          output: { ...output, annotations: [annotation(1, 'first')] },
        },
        201,
      );
      assert.equal(made.data.external_id, 'job-1');
      const one = { ...at(repo), check_run_id: made.data.id as number };
      const more = {
        ...one,
        conclusion: 'failure',
        output: { ...output, annotations: [annotation(2, 'second')] },
      };
      assert.equal((await ask(ground, 'app', `PATCH ${RUN}`, more, 200)).data.status, 'completed');
      assert.equal((await ask(ground, 'owner', `GET ${RUN}/annotations`, one, 200)).data.length, 2);
      const [check] = await ground.owner.checks(repo, sha);
      assert.deepEqual(
        [check?.state, check?.conclusion, check?.id, check?.url],
        ['failure', 'failure', made.data.id, 'https://ci.example/1'],
      );
      assert.ok(check);
      const log = await ground.owner.checkLog(repo, check, 1_000);
      assert.deepEqual(
        [log.title, log.summary, log.text, log.tail],
        ['1 failed', 'one test is red', 'expected 1, got 2', ''],
      );
      assert.deepEqual(
        log.annotations.map(({ path, startLine, level, message }) => [path, startLine, level, message]),
        [
          ['README.md', 1, 'failure', 'first'],
          ['README.md', 2, 'failure', 'second'],
        ],
      );
    },
  },
  {
    name: 'a check-run ends with a conclusion, which only its own app gives',
    operations: ['checks/create', 'checks/update'],
    run: async (ground) => {
      const repo = await ground.repository();
      const sha = await ground.owner.branch(repo, 'main');
      const body = { ...at(repo), name: 'test', head_sha: sha };
      await ask(ground, 'app', `POST ${RUNS}`, { ...body, status: 'completed' }, 422);
      await ask(ground, 'app', `POST ${RUNS}`, { ...body, conclusion: 'stale' }, 422);
      const output = { title: 'x', summary: 'y', annotations: Array(51).fill(annotation(1, 'z')) };
      await ask(ground, 'app', `POST ${RUNS}`, { ...body, output }, 422);
      const made = await ask(ground, 'app', `POST ${RUNS}`, body, 201);
      assert.equal(made.data.status, 'queued');
      const end = { ...at(repo), check_run_id: made.data.id as number, conclusion: 'success' };
      await ask(ground, 'actions', `PATCH ${RUN}`, end, 403);
      await ask(ground, 'owner', `PATCH ${RUN}`, end, 403);
      assert.equal((await ask(ground, 'app', `PATCH ${RUN}`, end, 200)).data.conclusion, 'success');
    },
  },
  {
    name: 'a check-run asked for again queues its suite and stays itself until its app reports',
    operations: [
      'checks/rerequest-run',
      'checks/rerequest-suite',
      'checks/get-suite',
      'checks/list-for-suite',
      'checks/list-suites-for-ref',
    ],
    run: async (ground) => {
      const { owner } = ground;
      const repo = await ground.repository();
      const sha = (await owner.branch(repo, 'main')) ?? '';
      const run = await red(ground, 'app', repo, sha);
      const suite = { ...at(repo), check_suite_id: run.check_suite.id as number };
      const state = async () => {
        const { data } = await ask(ground, 'owner', `GET ${SUITE}`, suite, 200);
        return [data.status, data.conclusion];
      };
      assert.deepEqual(await state(), ['completed', 'failure']);
      const [check] = await owner.checks(repo, sha);
      assert.ok(check);
      await owner.rerunCheck(repo, check);
      assert.deepEqual(await state(), ['queued', null]);
      assert.equal((await owner.checks(repo, sha))[0]?.state, 'failure');
      const again = { ...at(repo), check_run_id: run.id as number, status: 'in_progress' };
      await ask(ground, 'app', `PATCH ${RUN}`, again, 200);
      assert.deepEqual(await state(), ['in_progress', null]);
      await fails(owner.rerunCheck(repo, check), 'forge_rejected', 422);
      await ask(ground, 'app', `PATCH ${RUN}`, { ...again, conclusion: 'success', status: 'completed' }, 200);
      assert.deepEqual(await state(), ['completed', 'success']);
      await ask(ground, 'owner', `POST ${SUITE}/rerequest`, suite, 201);
      assert.deepEqual(await state(), ['queued', null]);
      assert.equal((await ask(ground, 'owner', `GET ${SUITE}/check-runs`, suite, 200)).data.total_count, 1);
      const route = 'GET /repos/{owner}/{repo}/commits/{ref}/check-suites';
      assert.equal((await ask(ground, 'owner', route, { ...at(repo), ref: sha }, 200)).data.total_count, 1);
    },
  },
  {
    name: 'the end of a job’s log is read, and the job runs again as a new attempt, once at a time',
    operations: [
      'actions/list-workflow-runs-for-repo',
      'actions/get-workflow-run',
      'actions/list-jobs-for-workflow-run',
      'actions/get-job-for-workflow-run',
      'actions/download-job-logs-for-workflow-run',
      'actions/re-run-job-for-workflow-run',
      'actions/re-run-workflow-failed-jobs',
    ],
    run: async (ground) => {
      const { owner } = ground;
      const repo = await ground.repository();
      const sha = (await owner.branch(repo, 'main')) ?? '';
      const job = await red(ground, 'actions', repo, sha);
      const [check] = await owner.checks(repo, sha);
      assert.ok(check);
      assert.equal(check.author, 'github-actions');
      assert.equal((await owner.checkLog(repo, check, 100)).tail, '', 'no log yet');
      await ground.jobLog(repo, job.id as number, `${'line\n'.repeat(1_000)}the end\n`);
      const log = await owner.checkLog(repo, check, 20);
      assert.deepEqual([log.tail, log.cut], ['line\nline\nthe end\n', true]);
      assert.equal((await owner.checkLog(repo, check, 100_000)).tail.length, 5_008);
      const where = at(repo);
      const runs = await ask(ground, 'owner', `GET ${ACTIONS}/runs`, { ...where, head_sha: sha }, 200);
      const run = { ...where, run_id: runs.data.workflow_runs[0].id as number };
      assert.equal(
        (await ask(ground, 'owner', `GET ${ACTIONS}/runs/{run_id}`, run, 200)).data.conclusion,
        'failure',
      );
      await owner.rerunCheck(repo, check);
      await fails(owner.rerunCheck(repo, check), 'forge_forbidden', 403);
      const [second] = await owner.checks(repo, sha);
      assert.deepEqual([second?.state, second?.id === check.id], ['pending', false]);
      const end = { ...where, check_run_id: second?.id, conclusion: 'failure' };
      await ask(ground, 'actions', `PATCH ${RUN}`, end, 200);
      await ask(ground, 'owner', `POST ${ACTIONS}/runs/{run_id}/rerun-failed-jobs`, run, 201);
      const jobs = await ask(ground, 'owner', `GET ${ACTIONS}/runs/{run_id}/jobs`, run, 200);
      assert.deepEqual(
        jobs.data.jobs.map((each: { run_attempt: number; status: string }) => [
          each.run_attempt,
          each.status,
        ]),
        [[3, 'queued']],
      );
      const one = { ...where, job_id: job.id as number };
      assert.equal(
        (await ask(ground, 'owner', `GET ${ACTIONS}/jobs/{job_id}`, one, 200)).data.run_attempt,
        1,
      );
    },
  },
  {
    name: 'a commit status has words and an address, keeps its history and cannot be run again',
    operations: ['repos/create-commit-status', 'repos/list-commit-statuses-for-ref'],
    run: async (ground) => {
      const { owner } = ground;
      const repo = await ground.repository();
      const sha = (await owner.branch(repo, 'main')) ?? '';
      const url = 'https://ci.example/7';
      await owner.setStatus(repo, sha, { context: 'ci', state: 'pending', description: 'waiting', url });
      await owner.setStatus(repo, sha, { context: 'ci', state: 'error', description: 'no runner', url });
      const route = 'GET /repos/{owner}/{repo}/commits/{ref}/statuses';
      const all = await ask(ground, 'owner', route, { ...at(repo), ref: sha }, 200);
      assert.deepEqual(
        all.data.map((each: { state: string; description: string }) => [each.state, each.description]),
        [
          ['error', 'no runner'],
          ['pending', 'waiting'],
        ],
      );
      const [check] = await owner.checks(repo, sha);
      assert.ok(check);
      assert.deepEqual([check.state, check.conclusion, check.id, check.url], ['failure', 'error', null, url]);
      assert.equal((await owner.checkLog(repo, check, 100)).title, 'no runner');
      await fails(owner.rerunCheck(repo, check), 'forge_rejected');
    },
  },
];
