import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { until } from '../support/cli-world.ts';
import { openClusterWorld, type ClusterWorld } from '../support/cluster-world.ts';
import { withoutPostgres } from '../support/postgres.ts';

const skip = withoutPostgres();

const LONG = 'the long one';
const RULES = [
  { when: `^\\[autodev\\] Implement.*${LONG}`, steps: [{ do: 'wait', ms: 600_000 }] },
  {
    when: '^\\[autodev\\] Implement.*the asking one',
    steps: [
      { do: 'write', path: '.github/workflows/ci.yml', text: 'on: push\n' },
      { do: 'cost', usd: 0.5 },
    ],
  },
];

/** From now on its session is as short as any other. */
async function shorten({ world }: ClusterWorld): Promise<void> {
  const file = join(world.path, 'script.json');
  const script = JSON.parse(await readFile(file, 'utf8')) as { rules: { when: string }[] };
  const rules = script.rules.filter(({ when }) => !when.includes(LONG));
  await writeFile(file, JSON.stringify({ rules }));
}

/** A coordinator and two workers, and a machine on which nothing runs and everything is asked. */
async function running(): Promise<ClusterWorld & { ask: Awaited<ReturnType<ClusterWorld['machine']>> }> {
  const cluster = await openClusterWorld({ rules: RULES });
  for (const name of ['c', 'w1', 'w2']) {
    const machine = await cluster.machine(name);
    machine.start(...(name === 'c' ? ['start'] : ['worker', '--slots', '1']));
  }
  const ask = await cluster.machine('elsewhere');
  await until(async () => {
    const rows = await cluster
      .query<{ kind: string }>('SELECT kind FROM members')
      .catch((): { kind: string }[] => []);
    return rows.length === 3;
  });
  return { ...cluster, ask };
}

describe('orders and questions over a cluster', skip === undefined ? {} : { skip }, () => {
  test('cancel, retry, answer, pause and resume work from a machine on which nothing runs', async () => {
    await using cluster = await running();
    const { world, ask, query } = cluster;
    const state = async (id: string) => (await ask.json('why', id))['state'];
    const said = async (...words: string[]) => {
      const { code, err } = await ask.start(...words).ended;
      assert.equal(code, 0, `${words.join(' ')}: ${err}`);
      return err;
    };

    const long = `issue:${world.repo}:${await world.issue(LONG)}`;
    await until(async () => {
      const rows = await query(
        `SELECT 1 FROM steps WHERE name = 'implement' AND status = 'started' AND run_id LIKE '${long}@%'`,
      );
      return rows.length === 1;
    });
    const status = await ask.json('status');
    const machines = status['machines'] as { kind: string; works: string[] }[];
    assert.deepEqual(
      machines.flatMap(({ works }) => works),
      [long],
    );
    await until(async () => {
      const { items } = (await ask.json('list')) as { items: { id: string; running: boolean }[] };
      return items.some(({ id, running: runs }) => id === long && runs);
    });
    assert.match(await said('cancel', long), /left to the coordinator that leads/);
    await until(async () => (await state(long)) === 'skip');
    await until(async () => (await query('SELECT 1 FROM tasks')).length === 0);
    await shorten(cluster);
    await said('retry', long);
    await until(async () => (await state(long)) === 'done');

    const asking = `issue:${world.repo}:${await world.issue('the asking one')}`;
    await until(async () => (await state(asking)) === 'question');
    await said('answer', asking, 'approve');
    await until(async () => (await state(asking)) === 'done');

    await said('pause');
    await until(async () => ((await ask.json('status'))['daemon'] as { paused: boolean }).paused);
    const later = await world.issue('one more');
    await until(async () => (await query("SELECT 1 FROM events WHERE type = 'repo.scanned'")).length > 0);
    assert.deepEqual(await query(`SELECT 1 FROM tasks WHERE work_id LIKE '%:${later}'`), []);
    await said('resume');
    await until(async () => (await state(`issue:${world.repo}:${later}`)) === 'done');

    // Everything there is to read is of the whole cluster, whoever asks.
    const costs = await ask.json('costs');
    assert.ok(Number(costs['total_usd']) >= 2);
    for (const words of [['logs'], ['audit'], ['list', '--all'], ['report', world.repo]])
      assert.equal((await ask.start(...words).ended).code, 0, words.join(' '));
  });

  test('a worker that is told to stop takes nothing new, and another goes on with what it had', async () => {
    await using cluster = await running();
    const { world, ask, query } = cluster;
    const long = `issue:${world.repo}:${await world.issue(LONG)}`;
    const at = await until(async () => {
      const [row] = await query<{ pid: number }>(
        `SELECT members.pid FROM leases JOIN members ON members.id = leases.owner
         JOIN steps ON steps.run_id LIKE leases.name || '@%' AND steps.name = 'implement'
         WHERE leases.name = '${long}'`,
      );
      return row;
    });
    await shorten(cluster);
    process.kill(at.pid, 'SIGTERM');
    await until(async () => {
      const { machines } = (await ask.json('status')) as { machines: { pid: number; state: string }[] };
      const one = machines.find(({ pid }) => pid === at.pid);
      return one === undefined || one.state === 'draining';
    });
    await until(async () => (await ask.json('why', long))['state'] === 'done');
    const [leases] = await query<{ owner: string }>(`SELECT owner FROM leases WHERE name = '${long}'`);
    const gone = await query(`SELECT 1 FROM members WHERE pid = ${at.pid}`);
    assert.deepEqual([gone, leases === undefined], [[], false]);
  });
});
