import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { until } from '../support/cli-world.ts';
import { openClusterWorld, type ClusterWorld } from '../support/cluster-world.ts';
import { withoutPostgres } from '../support/postgres.ts';
import { gateSessions } from '../support/session-gate.ts';
import { openTcpProxy } from '../support/tcp-proxy.ts';

const skip = withoutPostgres();

const atWork = ({ query }: ClusterWorld) =>
  until(async () => {
    const rows = await query<{ pid: number; owner: string }>(
      `SELECT members.pid, leases.owner FROM leases JOIN members ON members.id = leases.owner
       JOIN steps ON steps.run_id LIKE leases.name || '@%' AND steps.name = 'implement' AND steps.status = 'started'`,
      // The first of them has not made the tables yet.
    ).catch((): { pid: number; owner: string }[] => []);
    return rows[0];
  });

const pullsOf = async ({ world }: ClusterWorld) =>
  (await world.forge.owner.request('GET', `/repos/${world.repo}/pulls?state=all`)) as unknown[];

describe('a cluster and its database', skip === undefined ? {} : { skip }, () => {
  test('while it is away what runs goes on, nothing new begins, and everything goes on by itself', async () => {
    await using cluster = await openClusterWorld();
    const { world, query } = cluster;
    const gate = await gateSessions(world);
    const [coordinator, worker] = [await cluster.machine('c'), await cluster.machine('w')];
    coordinator.start('start');
    const works = worker.start('worker', '--slots', '1');
    const first = await world.issue('one');
    await atWork(cluster);
    await until(gate.reached);
    await cluster.cluster.server.stop('SIGQUIT');
    const second = await world.issue('two');
    const asked = await worker.start('status').ended;
    assert.notEqual(asked.code, 0);
    assert.match(asked.err, /cannot reach the cluster's database/);
    // The session goes on and comes to its end: it writes down that it did when somebody can hear it.
    gate.open();
    const log = join(worker.home, 'scripted-sessions.jsonl');
    await until(() => readFileSync(log, 'utf8').trim().split('\n').length >= 2);
    assert.deepEqual(await world.labels(second), []);
    assert.deepEqual(await pullsOf(cluster), []);
    assert.equal(works.child.exitCode, null);
    await cluster.cluster.server.start();
    for (const issue of [first, second])
      await until(async () => (await world.labels(issue)).includes('autodev:done'));
    const paid = await query<{ work: string; count: string }>(
      `SELECT work_id AS work, count(*) AS count FROM events WHERE type = 'session.finished' GROUP BY work_id`,
    );
    assert.deepEqual(
      paid.map(({ count }) => Number(count)),
      [2, 2],
      'each session was paid once',
    );
  });

  test('a worker that is cut off from it, but not from the forge, writes nothing more for what is another’s', async () => {
    await using cluster = await openClusterWorld();
    const { world, query } = cluster;
    const gate = await gateSessions(world);
    await using proxy = await openTcpProxy(() => cluster.cluster.server.port);
    const machines = [
      await cluster.machine('c'),
      await cluster.machine('cut', proxy.port),
      await cluster.machine('w'),
    ] as const;
    machines[0].start('start');
    const cut = machines[1].start('worker', '--slots', '1');
    const issue = await world.issue('one');
    const first = await atWork(cluster);
    assert.equal(first.pid, cut.pid);
    await until(gate.reached);
    proxy.cut();
    machines[2].start('worker', '--slots', '1');
    await until(async () => {
      const [row] = await query<{ owner: string }>("SELECT owner FROM leases WHERE name LIKE 'issue:%'");
      return row !== undefined && row.owner !== first.owner;
    });
    gate.open();
    await until(async () => (await world.labels(issue)).includes('autodev:done'));
    proxy.mend();
    // It is back when it says so; by then it has let go of the item.
    await until(async () => {
      const { machines: all } = (await machines[0].json('status')) as {
        machines: { pid: number; state: string; works: string[] }[];
      };
      return all.some(({ pid, state, works }) => pid === cut.pid && state === 'up' && works.length === 0);
    });
    assert.equal((await pullsOf(cluster)).length, 1);
    const comments = (await world.forge.owner.request(
      'GET',
      `/repos/${world.repo}/issues/${issue}/comments`,
    )) as unknown[];
    assert.equal(comments.length, 2, 'the claim and the analysis');
    const next = await world.issue('two');
    await until(async () => (await world.labels(next)).includes('autodev:done'));
  });

  test('its password is nowhere to be seen, by file, by environment or in the URL', async () => {
    const password = 'correct-horse-battery-staple-42';
    await using cluster = await openClusterWorld();
    const { world, database } = cluster;
    const { port } = cluster.cluster.server;
    const file = join(world.path, 'database-password');
    await writeFile(file, `${password}\n`, { mode: 0o600 });
    const ways = {
      file: { url: `postgres://tester@127.0.0.1:${port}/${database}`, own: { cluster_password_file: file } },
      url: { url: `postgres://tester:${password}@127.0.0.1:${port}/${database}`, own: {} },
      away: { url: `postgres://tester:${password}@127.0.0.1:1/${database}`, own: {} },
    };
    for (const [name, { url, own }] of Object.entries(ways)) {
      await world.configure((config) => {
        delete config['cluster_password_file'];
        Object.assign(config, own, { cluster: url });
      });
      const machine = await cluster.machine(name);
      const processes = name === 'away' ? [] : [machine.start('start'), machine.start('worker')];
      if (name !== 'away') await until(async () => processes.every(({ said }) => /Ctrl-C/.test(said().err)));
      for (const { pid } of processes) {
        const shown = ['cmdline', 'environ'].map((each) => readFileSync(`/proc/${pid}/${each}`, 'utf8'));
        assert.ok(!shown.join().includes(password));
      }
      for (const words of [
        ['status'],
        ['doctor'],
        ['config', 'show'],
        ['list'],
        ['logs'],
        ['cluster', 'migrate'],
      ]) {
        const { out, err } = await machine.start(...words).ended;
        assert.ok(!`${out}${err}`.includes(password), `${name}: ${words.join(' ')}`);
      }
      for (const { child, ended, said } of processes) {
        child.kill('SIGTERM');
        await ended;
        assert.ok(!`${said().out}${said().err}`.includes(password), name);
      }
    }
  });
});
