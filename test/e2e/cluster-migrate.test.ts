import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { openDatabase } from '../../src/host/db/sqlite.ts';
import { until } from '../support/cli-world.ts';
import { openClusterWorld, type ClusterWorld } from '../support/cluster-world.ts';
import { withoutPostgres } from '../support/postgres.ts';

const skip = withoutPostgres();

type Rows = Record<string, unknown[]>;

/** Every row of every table, in an order of its own, without what tells of the cluster itself. */
const sorted = (rows: readonly unknown[]): unknown[] =>
  rows
    .map((row) => {
      const { rowid: _, ...columns } = row as Record<string, unknown>;
      return JSON.stringify(
        Object.fromEntries(
          Object.entries(columns)
            .map(([name, value]): [string, unknown] => [name, numeric(value)])
            .sort(([a], [b]) => a.localeCompare(b)),
        ),
      );
    })
    .filter((row) => !row.includes('"key":"cluster.'))
    .sort();

/** Large whole numbers are told as text by the database's client. */
const numeric = (value: unknown): unknown =>
  typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value;

function tablesOf(home: string): Rows {
  const db = openDatabase(join(home, 'autodev.db'), { readOnly: true });
  const names = db.all<{ name: string }>(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
  );
  const rows = Object.fromEntries(names.map(({ name }) => [name, sorted(db.all(`SELECT * FROM ${name}`))]));
  db.close();
  return rows;
}

async function tablesIn({ query }: ClusterWorld, names: readonly string[]): Promise<Rows> {
  const rows: Rows = {};
  for (const name of names) {
    const columns = await query<{ column_name: string; data_type: string }>(
      `SELECT column_name, data_type FROM information_schema.columns WHERE table_schema = 'autodev' AND table_name = '${name}'`,
    );
    const select = columns.map(({ column_name: column, data_type: type }) =>
      type === 'json' || type === 'jsonb' ? `${column}::text AS ${column}` : column,
    );
    rows[name] = sorted(await query(`SELECT ${select.join(', ')} FROM ${name}`));
  }
  return rows;
}

/** A home in which one issue is done and another is in the middle, its paid step finished and its commit kept. */
async function usedHome(cluster: ClusterWorld): Promise<{ done: number; open: number }> {
  const { world } = cluster;
  const url = await withoutCluster(cluster);
  const daemon = world.start('start');
  const done = await world.issue('change one');
  await until(async () => (await world.labels(done)).includes('autodev:done'));
  await world.configure((config) => {
    const [repo] = config['repos'] as Record<string, unknown>[];
    config['repos'] = [{ ...repo, checks: [['sleep', '600']] }];
  });
  const open = await world.issue('change two');
  await until(async () => (await world.run('logs', `issue:${world.repo}:${open}`)).out.includes('implement'));
  await until(() => {
    const steps = tablesOf(world.home)['steps'] ?? [];
    return steps.some((row) => /"name":"implement".*"status":"done"/.test(String(row)) && isOf(row, open));
  });
  daemon.child.kill('SIGKILL');
  await daemon.ended;
  await world.configure((config) => {
    const [{ checks: _, ...repo } = {}] = config['repos'] as Record<string, unknown>[];
    config['repos'] = [repo];
    config['cluster'] = url;
  });
  return { done, open };
}

const isOf = (row: unknown, number: number): boolean => String(row).includes(`:${number}@`);

async function withoutCluster({ world }: ClusterWorld): Promise<unknown> {
  let url: unknown;
  await world.configure((config) => {
    url = config['cluster'];
    delete config['cluster'];
  });
  return url;
}

describe('autodev cluster migrate', skip === undefined ? {} : { skip }, () => {
  test('takes everything to a cluster and back, and work that was under way goes on in both', async () => {
    await using cluster = await openClusterWorld();
    const { world } = cluster;
    const { open } = await usedHome(cluster);
    const before = tablesOf(world.home);
    const names = Object.keys(before);

    const there = await world.run('cluster', 'migrate', '--json');
    assert.equal(there.code, 0, there.err);
    assert.equal((JSON.parse(there.out) as { runs: number }).runs, 1);
    assert.deepEqual(await tablesIn(cluster, names), before);
    assert.deepEqual(tablesOf(world.home), before, 'the source stays as it is');
    const twice = await world.run('cluster', 'migrate');
    assert.notEqual(twice.code, 0);
    assert.match(twice.err, /remembers work already/);

    const [coordinator, worker] = [await cluster.machine('c'), await cluster.machine('w')];
    const leads = coordinator.start('start');
    const works = worker.start('worker');
    await until(async () => (await world.labels(open)).includes('autodev:done'));
    const paid = await cluster.query<{ count: string }>(
      `SELECT count(*) AS count FROM events WHERE type = 'session.finished' AND work_id LIKE '%:${open}'
       AND body ->> 'step' = 'implement'`,
    );
    assert.equal(Number(paid[0]?.count), 1, 'the finished step came along with its commit');

    const running = await world.run('cluster', 'migrate', '--back');
    assert.notEqual(running.code, 0);
    assert.match(running.err, /at work/);
    for (const { child } of [works, leads]) child.kill('SIGTERM');
    await Promise.all([leads.ended, works.ended]);

    const home = await cluster.machine('back');
    const back = await home.start('cluster', 'migrate', '--back', '--json').ended;
    assert.equal(back.code, 0, back.err);
    assert.deepEqual(tablesOf(home.home), await tablesIn(cluster, names));
  });

  test('refuses while a daemon runs, and what did not come to its end is gone on with', async () => {
    await using cluster = await openClusterWorld();
    const { world } = cluster;
    const { open } = await usedHome(cluster);
    const before = tablesOf(world.home);

    const url = await withoutCluster(cluster);
    const daemon = world.start('start');
    await until(() => daemon.said().err.includes('Ctrl-C'));
    await world.configure((config) => void (config['cluster'] = url));
    const refused = await world.run('cluster', 'migrate');
    assert.notEqual(refused.code, 0);
    assert.match(refused.err, /already running/);
    daemon.child.kill('SIGKILL');
    await daemon.ended;

    // The rows are there when the forge, which the clones come from, cannot be reached.
    let forge: unknown;
    await world.configure((config) => {
      const github = config['github'] as Record<string, unknown>;
      forge = github['api_url'];
      config['github'] = { ...github, api_url: 'http://127.0.0.1:1' };
    });
    const half = await world.run('cluster', 'migrate');
    assert.notEqual(half.code, 0, half.out);
    await world.configure((config) => {
      config['github'] = { ...(config['github'] as Record<string, unknown>), api_url: forge };
    });
    const [coordinator, worker] = [await cluster.machine('c'), await cluster.machine('w')];
    for (const each of [coordinator.start('start'), worker.start('worker')]) {
      const { code, err } = await each.ended;
      assert.notEqual(code, 0);
      assert.match(err, /migration has not come to its end/);
    }
    const again = await world.run('cluster', 'migrate', '--json');
    assert.equal(again.code, 0, again.err);
    const names = Object.keys(before).filter((name) => !['events', 'meta', 'labels'].includes(name));
    const found = await tablesIn(cluster, names);
    const source = tablesOf(world.home);
    assert.deepEqual(found, Object.fromEntries(names.map((name) => [name, source[name]])));
    coordinator.start('start');
    worker.start('worker');
    await until(async () => (await world.labels(open)).includes('autodev:done'));
  });
});
