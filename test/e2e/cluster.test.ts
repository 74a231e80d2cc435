import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { until, type Running } from '../support/cli-world.ts';
import { openClusterWorld, type ClusterWorld } from '../support/cluster-world.ts';
import { withoutPostgres } from '../support/postgres.ts';

const skip = withoutPostgres();

/** Long enough that somebody can be killed in the middle of it. */
const SLOW = [
  {
    when: '^\\[autodev\\] Implement',
    steps: [
      { do: 'wait', ms: 1_500 },
      { do: 'write', path: 'made.txt', text: 'made\n' },
      { do: 'cost', usd: 0.5 },
    ],
  },
];

const isDone = async ({ world }: ClusterWorld, issues: readonly number[]) =>
  (await Promise.all(issues.map((number) => world.labels(number)))).every((labels) =>
    labels.includes('autodev:done'),
  );

/** Who works on something now, by process. */
async function workerAtWork({ query }: ClusterWorld): Promise<{ pid: number; work: string } | undefined> {
  const [row] = await query<{ pid: number; work: string }>(
    `SELECT members.pid, leases.name AS work FROM leases JOIN members ON members.id = leases.owner
     JOIN steps ON steps.run_id LIKE leases.name || '@%' AND steps.name = 'implement' AND steps.status = 'started'
     JOIN tasks ON tasks.work_id = leases.name AND tasks.outcome IS NULL LIMIT 1`,
  );
  return row;
}

/** What must hold whatever happened: each issue has one pull request, and no finished step was done twice. */
async function holds(cluster: ClusterWorld, issues: readonly number[]): Promise<void> {
  const { world, query } = cluster;
  const pulls = (await world.forge.owner.request(
    'GET',
    `/repos/${world.repo}/pulls?state=all&per_page=100`,
  )) as { head: { ref: string } }[];
  assert.deepEqual(pulls.map(({ head }) => head.ref).sort(), issues.map((n) => `autodev/issue-${n}`).sort());
  const twice = await query<{ work_id: string }>(
    `SELECT work_id FROM events WHERE type = 'step.finished'
     GROUP BY work_id, body ->> 'run', body ->> 'step', body ->> 'round' HAVING count(*) > 1`,
  );
  assert.deepEqual(twice, []);
  const comments = await Promise.all(
    issues.map(
      async (n) =>
        (await world.forge.owner.request('GET', `/repos/${world.repo}/issues/${n}/comments`)) as unknown[],
    ),
  );
  // The claim and the analysis, once each, however often somebody had to go on.
  assert.deepEqual(
    comments.map(({ length }) => length),
    issues.map(() => 2),
  );
}

describe('a cluster', skip === undefined ? {} : { skip }, () => {
  test('goes on whatever is killed, stopped or restarted, and nothing is done twice', async () => {
    await using cluster = await openClusterWorld({ rules: SLOW });
    const { world, query } = cluster;
    const names = ['c1', 'c2', 'w1', 'w2'] as const;
    const machines = Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, await cluster.machine(name)] as const)),
    );
    const started = new Map<number, Running>();
    const start = (name: (typeof names)[number]) => {
      const running = machines[name]?.start(
        ...(name.startsWith('c') ? ['start'] : ['worker', '--slots', '2']),
      );
      if (running === undefined) throw new Error(name);
      started.set(running.pid, running);
      return running;
    };
    const c1 = start('c1');
    await until(async () => (await query('SELECT 1 FROM leases').catch(() => [])).length > 0);
    start('c2');
    const issues: number[] = [];
    for (const n of [1, 2, 3, 4]) issues.push(await world.issue(`change ${n}`));
    const workers = [start('w1'), start('w2')];

    // A worker dies in the middle of a session, another stands still and comes back when its item is another's.
    const first = await until(() => workerAtWork(cluster));
    started.get(first.pid)?.child.kill('SIGKILL');
    const second = await until(async () => {
      const found = await workerAtWork(cluster);
      return found !== undefined && found.pid !== first.pid && found;
    });
    const stalled = started.get(second.pid)?.child;
    stalled?.kill('SIGSTOP');
    start(workers[0]?.pid === first.pid ? 'w1' : 'w2');
    await until(async () => {
      const [row] = await query<{ pid: number }>(
        `SELECT members.pid FROM leases JOIN members ON members.id = leases.owner WHERE leases.name = '${second.work}'`,
      );
      return row !== undefined && row.pid !== second.pid;
    });
    stalled?.kill('SIGCONT');

    // The leader dies, and the database is restarted while the other one takes over.
    c1.child.kill('SIGKILL');
    await cluster.cluster.server.stop('SIGQUIT');
    await cluster.cluster.server.start();
    await until(() => isDone(cluster, issues));
    await holds(cluster, issues);

    // Whoever asks, and wherever, is told of the whole cluster.
    const status = (await machines['w1']?.json('status')) ?? assert.fail();
    const told = (status['machines'] as { kind: string; state: string }[]).filter(
      ({ state }) => state !== 'silent',
    );
    assert.equal(told.filter(({ state }) => state === 'leading').length, 1);
    assert.equal(told.filter(({ kind }) => kind === 'worker').length, 2);
  });
});
