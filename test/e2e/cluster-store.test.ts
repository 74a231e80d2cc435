import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { openDatabase, type Database } from '../../src/host/db/sqlite.ts';
import { copyToCluster, copyToHome } from '../../src/store/postgres/copy.ts';
import { openCluster } from '../../src/store/postgres/open.ts';
import { openStore, storeOn } from '../../src/store/sqlite/open.ts';
import { MIGRATIONS } from '../../src/store/sqlite/migrations.ts';
import { storeContract } from '../../src/store/store.contract.ts';
import { isAutodevError } from '../../src/work/errors.ts';
import { runId, workId } from '../../src/work/ids.ts';
import { virtualClock } from '../support/clock.ts';
import { openTestCluster } from '../support/cluster.ts';
import { withoutPostgres } from '../support/postgres.ts';
import { seededRandom, tellStory } from '../support/store-story.ts';

const skip = withoutPostgres();
const cluster = skip === undefined ? await openTestCluster() : undefined;
const opened: { close(): Promise<void> }[] = [];
after(async () => {
  await Promise.allSettled(opened.map((each) => each.close()));
  await cluster?.[Symbol.asyncDispose]();
});

async function database() {
  if (cluster === undefined) throw new Error('no PostgreSQL');
  return cluster.database();
}
async function open(options: Parameters<typeof openCluster>[1] = {}, at = database()) {
  const made = await openCluster((await at).login, options);
  opened.push(made);
  return made;
}

storeContract('PostgreSQL', async (options) => (await open(options)).store, { skip });

const work = workId('issue', 'o/r', 1);
const run = runId(work, 'abcdef0123456789', 1);

describe('the store of a cluster', skip === undefined ? {} : { skip }, () => {
  test('it answers every question as the store of one machine does', async () => {
    const clocks = [virtualClock(), virtualClock()] as const;
    const one = await tellStory(
      openStore(':memory:', { clock: clocks[0], random: seededRandom() }),
      clocks[0],
    );
    const { store } = await open({ clock: clocks[1], random: seededRandom() });
    assert.deepEqual(
      JSON.parse(JSON.stringify(await tellStory(store, clocks[1]))),
      JSON.parse(JSON.stringify(one)),
    );
  });

  test('several first starts at once on an empty database all succeed', async () => {
    const at = database();
    const made = await Promise.all([1, 2, 3, 4].map(() => open({}, at)));
    await Promise.all(made.map(({ store }, number) => store.meta.set(`k${number}`, 'v')));
    assert.equal(await made[0]?.store.meta.get('k3'), 'v');
  });

  test('a schema of a newer program is refused and left untouched', async () => {
    const at = database();
    const { db } = await open({}, at);
    await db.run('UPDATE version SET version = 999');
    await assert.rejects(open({}, at), { code: 'store_newer' });
    await assert.rejects(open({ readOnly: true }, at), { code: 'store_newer' });
    assert.equal((await db.get<{ version: number }>('SELECT version FROM version'))?.version, 999);
  });

  test('a command that only looks makes no schema, and says what to do', async () => {
    await assert.rejects(open({ readOnly: true }), { code: 'store_broken' });
  });

  test('it has the tables and columns of one machine, so that neither forgets what the other learns', async () => {
    const one = openDatabase(':memory:', { migrations: MIGRATIONS });
    const expected = one
      .all<{ column: string }>(
        `SELECT tables.name || '.' || columns.name AS column FROM sqlite_master AS tables
         JOIN pragma_table_info(tables.name) AS columns
         WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite_%'`,
      )
      .map(({ column }) => column);
    const { db } = await open();
    const found = await db.all<{ column: string }>(
      `SELECT table_name || '.' || column_name AS column FROM information_schema.columns WHERE table_schema = 'autodev'`,
    );
    const there = new Set(found.map(({ column }) => column));
    assert.deepEqual(
      expected.filter((column) => !there.has(column)),
      [],
    );
  });

  test('numbers of events are seen in order by whoever reads along while many write', async () => {
    const at = database();
    const stores = (await Promise.all([1, 2, 3].map(() => open({}, at)))).map(({ store }) => store);
    const [reader] = stores;
    if (reader === undefined) throw new Error('no reader');
    const seen: number[] = [];
    const reading = (async () => {
      for (let last = 0; last < 90;) {
        const events = await reader.events.after(last, 1_000);
        seen.push(...events.map(({ seq }) => seq));
        last = seen.at(-1) ?? 0;
      }
    })();
    await Promise.all(
      stores.map(async (store) => {
        for (let n = 0; n < 30; n += 1) await store.events.append({ type: 'daemon.paused' });
      }),
    );
    await reading;
    assert.deepEqual(
      seen,
      Array.from({ length: 90 }, (_, n) => n + 1),
    );
  });

  test('the chain over effects holds however many machines write at once', async () => {
    const at = database();
    const stores = (await Promise.all([1, 2, 3].map(() => open({}, at)))).map(({ store }) => store);
    await Promise.all(
      stores.map(async (store, number) => {
        for (let n = 0; n < 10; n += 1) {
          await store.effects.intend(run, `comment ${number}-${n}`, {});
          await store.effects.done(run, `comment ${number}-${n}`, {});
        }
      }),
    );
    const { chainProblems } = await import('../../src/store/chain/check.ts');
    const chain = (await stores[0]?.effects.chain()) ?? assert.fail();
    assert.deepEqual([chainProblems(chain), chain.entries.length], [[], 60]);
  });

  test('text that PostgreSQL cannot keep is kept readable', async () => {
    const { store } = await open();
    await store.events.append({ type: 'error', work, message: 'a\0b\uD800', why: null });
    await store.events.append({ type: 'item.queued', work, phase: 'Pending', title: 'x\0' });
    assert.equal((await store.events.titles([work])).get(work), 'x\uFFFD');
    await store.meta.set('k', 'a\0b');
    assert.equal(await store.meta.get('k'), 'a\uFFFDb');
  });
});

describe('what a home remembers', skip === undefined ? {} : { skip }, () => {
  const TABLES =
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name";
  /** Those whose rows are told in the order in which they were written. */
  const ORDERED = new Set([
    'runs',
    'steps',
    'effects',
    'effect_chain',
    'costs',
    'events',
    'questions',
    'outbox',
  ]);
  const everything = (home: Database) =>
    Object.fromEntries(
      home.all<{ name: string }>(TABLES).map(({ name }) => {
        const rows = home.all(`SELECT * FROM ${name}`).map((row) => JSON.stringify(row));
        return [name, ORDERED.has(name) ? rows : rows.sort()];
      }),
    );
  /** A home in which everything that can happen has happened. */
  const lived = async () => {
    const home = openDatabase(':memory:', { migrations: MIGRATIONS });
    const clock = virtualClock();
    const store = storeOn(home, { clock, random: seededRandom() });
    await tellStory({ ...store, close: async () => {} }, clock);
    // The story takes these away again in the end.
    const { id } = await store.repositories.put({
      name: 'o/r',
      url: 'https://h/o/r.git',
      enabled: true,
      origin: 'config',
    });
    await store.cursors.set(id, 'issues', '2026-01-15T12:00:00Z', '2026-01-15T12:00:01Z');
    await store.reviewed.set(work, 'c1');
    await store.events.append({ type: 'daemon.paused' }, [{ channel: 'desktop', once: 'y', body: {} }]);
    return home;
  };
  const empty = () => openDatabase(':memory:', { migrations: MIGRATIONS });

  test('is the same after it went into a cluster and back, every row of every table', async () => {
    const home = await lived();
    const { db, store } = await open();
    const before = everything(home);
    const rows = await copyToCluster(home, db, { again: false });
    const back = empty();
    assert.equal(await copyToHome(db, back, { again: false }), rows);
    assert.deepEqual(everything(back), before);
    assert.deepEqual(everything(home), before, 'the source stays as it is');
    assert.deepEqual(
      Object.entries(before).flatMap(([name, all]) => (all.length === 0 ? [name] : [])),
      [],
      'the story leaves no table empty, so that none goes unseen',
    );
    // What comes next comes after what was taken along.
    const last = await store.events.lastSeq();
    assert.equal((await store.events.append({ type: 'daemon.paused' })).seq, last + 1);
  });

  test('goes nowhere where other work is remembered, and again only into the same copy', async () => {
    const home = await lived();
    const { db, store } = await open();
    await store.events.append({ type: 'daemon.paused' });
    await assert.rejects(copyToCluster(home, db, { again: false }), { code: 'refused' });
    assert.equal(await store.events.lastSeq(), 1);
    const rows = await copyToCluster(home, db, { again: true });
    assert.equal(await copyToCluster(home, db, { again: true }), rows);
    const other = await lived();
    const before = everything(other);
    await assert.rejects(copyToHome(db, other, { again: false }), { code: 'refused' });
    assert.deepEqual(everything(other), before);
  });
});

describe('a database that goes away', skip === undefined ? {} : { skip }, () => {
  test('fails a command at once with where it was looked for and no password', async () => {
    const { login } = await database();
    const wrong = { ...login, port: 1, password: 'hunter2-hunter2' };
    const error: unknown = await openCluster(wrong).catch((reason: unknown) => reason);
    assert.ok(isAutodevError(error, 'store_unavailable'));
    assert.match(error.message, /127\.0\.0\.1:1/);
    assert.doesNotMatch(JSON.stringify([error.message, error.why, error.hint]), /hunter2/);
  });

  test('is waited for by whoever works, and every write counts once', async () => {
    const server = cluster?.server ?? assert.fail();
    const { store, awaySince } = await open({ patient: true });
    const writes = (async () => {
      for (let n = 0; n < 400; n += 1)
        await store.costs.book({ repo: 'o/r', work, run, step: 's', role: 'review', usd: 1, at: n });
    })();
    await server.stop('SIGQUIT');
    const during = store.meta.set('k', 'v');
    while (awaySince() === undefined) await new Promise((resolve) => setTimeout(resolve, 20));
    await server.start();
    await Promise.all([writes, during]);
    assert.deepEqual(
      [await store.costs.spent({}), await store.meta.get('k'), awaySince()],
      [400, 'v', undefined],
    );
  });
});
