import assert from 'node:assert/strict';
import { test } from 'node:test';
import { version } from '../../src/cli/version.ts';
import { runDaemon } from '../../src/compose/run-daemon.ts';
import { loadConfig } from '../../src/config/load.ts';
import type { Flow } from '../../src/workflows/engine/flow.ts';
import { openWorld, until, type World } from '../support/cli-world.ts';
import { dailyFlow } from '../support/flows/daily/flow.ts';
import { triageFlow } from '../support/flows/triage/flow.ts';
import { testHost } from '../support/host.ts';

const RULES = [
  { when: '^\\[autodev\\] Look', steps: [{ do: 'say', text: 'fine' }] },
  { when: '^\\[autodev\\] Sort the odd', steps: [{ do: 'say', text: 'leave it' }] },
  {
    when: '^\\[autodev\\] Sort the broken',
    times: 2,
    steps: [{ do: 'fail', reason: 'crashed', text: 'boom' }],
  },
  {
    when: '^\\[autodev\\] Sort',
    steps: [
      { do: 'cost', usd: 0.25 },
      { do: 'say', text: 'a bug' },
    ],
  },
];

/** A daemon with these flows and no others, in this process; the command line is a process of its own. */
async function daemonWith(world: World, flows: readonly Flow[]): Promise<AsyncDisposable> {
  const stop = new AbortController();
  let over: Promise<void> = Promise.resolve();
  await new Promise<void>((ready, failed) => {
    const start = async () =>
      runDaemon({
        home: world.home,
        host: testHost(),
        loaded: await loadConfig(world.home),
        version,
        stop: stop.signal,
        now: new AbortController().signal,
        onReady: () => ready(),
        flows,
      });
    over = start();
    over.catch(failed);
  });
  return {
    [Symbol.asyncDispose]: async () => {
      stop.abort(new Error('the test is over'));
      await over;
    },
  };
}

test('a flow is a folder: the daemon, status, list, why, retry and cancel serve one that only this test knows', async () => {
  await using world = await openWorld({ rules: RULES });
  const good = `triage:${world.repo}:${await world.issue('the good one')}`;
  const odd = `triage:${world.repo}:${await world.issue('the odd one')}`;
  const broken = `triage:${world.repo}:${await world.issue('the broken one')}`;
  await using _daemon = await daemonWith(world, [triageFlow, dailyFlow]);
  const state = async (id: string) => (await world.json('why', id))['state'];
  await until(async () => (await state(good)) === 'done');
  assert.deepEqual(await world.labels(1), ['autodev:done']);
  await until(async () => (await state(odd)) === 'skip');
  await until(async () => (await state(broken)) === 'done');
  assert.match((await world.run('logs', broken)).out, /boom/);

  const status = (await world.json('status')) as { queue: Record<string, Record<string, number>> };
  assert.deepEqual(Object.keys(status.queue), ['triage', 'daily']);
  assert.deepEqual(Object.keys(status.queue['daily'] ?? {}), ['Waiting', 'Looking', 'Noting']);
  const day = await until(async () => {
    const { items } = (await world.json('list')) as { items: { id: string; type: string }[] };
    return items.find(({ type }) => type === 'daily')?.id;
  });
  await until(async () => (await state(day)) === 'question');
  assert.match((await world.run('list', '--all')).out, new RegExp(`${odd} .*nothing to do`));
  assert.match((await world.run('status')).out, /triage –/);

  assert.match((await world.run('cancel', day)).err, /is cancelled/);
  assert.equal(await state(day), 'skip');
  assert.match((await world.run('retry', day)).err, /tried again now/);
  await until(async () => (await state(day)) === 'question');
  assert.match((await world.run('approve', day)).err, /goes on/);
  await until(async () => (await state(day)) === 'done');
  assert.match((await world.run('retry', odd)).err, /tried again now/);
  assert.match((await world.run('why', `dayly:${world.repo}:1`)).err, /did you mean daily/);
});
