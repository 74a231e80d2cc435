import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Script, Step } from '../../src/agents/scripted/script.ts';
import { addDays, atHour, dayNumber, dayOf } from '../../src/work/day.ts';
import { workId } from '../../src/work/ids.ts';
import { issueFlow } from '../../src/workflows/issue/flow.ts';
import { dailyFlow } from '../../src/workflows/knowledge/daily/flow.ts';
import type { KnowledgeParts } from '../../src/workflows/knowledge/parts.ts';
import { perTaskFlow } from '../../src/workflows/knowledge/per-task/flow.ts';
import { openWorld, type Home, type World } from './world.ts';

const REPO = 'org/app';
const HOUR = 3_600_000;
const SLOW = { tick_interval_secs: 120 };

const NOTHING: Step = { do: 'answer', value: { suggestions: [] } };

function begin(
  knowledge: readonly Step[] = [NOTHING],
  settings: Partial<ReturnType<KnowledgeParts['settings']>> = {},
): World {
  const parts: KnowledgeParts = {
    logs: () => '/nowhere',
    index: async () => undefined,
    settings: () => ({ per_task: false, min_usd: 0.05, daily: true, daily_report_hour: 6, ...settings }),
  };
  const script: Script = [
    {
      when: { role: 'knowledge' },
      steps: [{ do: 'wait', ms: 60_000 }, { do: 'cost', usd: 0.02 }, ...knowledge],
    },
  ];
  const repos = { [REPO]: { scan_interval_secs: 120 } };
  return openWorld({ repos, script, flows: [issueFlow, dailyFlow(parts), perTaskFlow(parts)] });
}

/** An item that leaves at this moment. */
async function leaves(home: Home, number: number, more: object = {}): Promise<void> {
  const work = workId('issue', REPO, number);
  const left = {
    type: 'item.left',
    work,
    outcome: 'failed',
    reason: 'the client timed out',
    durationMs: 1,
    costUsd: 1,
  } as const;
  await home.store.events.append({ ...left, ...more });
}

/** To a moment of the next day, with nobody awake meanwhile. */
const nextDay = (world: World, hour: number) =>
  world.clock.advance(atHour(addDays(dayOf(world.clock.now()), 1), hour) - world.clock.now());

async function pass(world: World, minutes: number): Promise<void> {
  for (let i = 0; i < minutes; i += 2) await world.clock.advance(120_000);
}

const reports = (world: World) =>
  world.forge.threads(REPO).filter(({ entry }) => entry.body.includes('autodev:report'));
const titles = (world: World) => reports(world).map(({ entry }) => entry.title);

describe('reports of days', () => {
  test('a day with work is reported once, after its hour; a day without work costs nothing', async () => {
    const world = begin();
    const home = world.home('one');
    const day = dayOf(world.clock.now());
    await leaves(home, 1);
    await nextDay(world, 5.5);
    let life = home.start(SLOW);
    await pass(world, 28);
    assert.deepEqual(titles(world), [], 'not before its hour');
    await pass(world, 40);
    assert.deepEqual(titles(world), [`Daily report of ${day}`]);
    assert.match(reports(world)[0]?.entry.body ?? '', /1 failed, 0 left to a person/);
    await life.stop();
    for (let i = 0; i < 2; i += 1) {
      await nextDay(world, 6);
      life = home.start(SLOW);
      await pass(world, 20);
      await life.stop();
    }
    assert.equal(world.sessions.length, 1, 'idle days cost nothing');
    assert.equal(reports(world).length, 1, 'and have no report');
  });

  test('three missed days are reported at the next start, each once', async () => {
    const world = begin();
    const home = world.home('one');
    const first = home.start(SLOW);
    await pass(world, 4);
    await first.stop();
    const days: string[] = [];
    for (let i = 1; i <= 3; i += 1) {
      days.push(dayOf(world.clock.now()));
      await leaves(home, i);
      await nextDay(world, 12);
    }
    const life = home.start(SLOW);
    await pass(world, 60);
    await life.stop();
    assert.deepEqual(
      titles(world).sort(),
      days.map((day) => `Daily report of ${day}`),
    );
  });

  test('a first start does not tell the past, but for yesterday', async () => {
    const world = begin();
    const home = world.home('one');
    for (let i = 1; i <= 3; i += 1) {
      await leaves(home, i);
      await nextDay(world, 12);
    }
    const life = home.start(SLOW);
    await pass(world, 60);
    await life.stop();
    assert.deepEqual(titles(world), [`Daily report of ${dayOf(world.clock.now() - 24 * HOUR)}`]);
  });

  test('two daemons at the same hour leave one report', async () => {
    const world = begin();
    const homes = [world.home('one'), world.home('two')];
    for (const home of homes) await leaves(home, 1);
    for (const [at, { store }] of homes.entries()) await store.meta.set('daemon_id', `d-${at}`);
    await nextDay(world, 6);
    const lives = homes.map((home) => home.start(SLOW));
    await pass(world, 40);
    for (const life of lives) await life.stop();
    assert.equal(reports(world).filter(({ entry }) => entry.state === 'open').length, 1);
  });

  test('a crash at any moment pays for no finished session twice and leaves one report', async () => {
    let tried = 0;
    for (let whole = false; !whole; tried += 1) {
      assert.ok(tried < 100);
      const world = begin();
      const home = world.home('one');
      const work = workId('report', REPO, dayNumber(dayOf(world.clock.now())));
      await leaves(home, 1);
      await nextDay(world, 6);
      const left = async () => (await home.store.events.latest(work, 'item.left'))?.outcome;
      const life = home.start(SLOW);
      life.dieAfter(tried * 9);
      await pass(world, 10);
      whole = (await left()) === 'done' && !life.queues.has(work);
      const finished = await home.store.steps.count(work, 'interpret');
      const begun = world.sessions.length;
      life.kill();
      const next = home.start(SLOW);
      for (let n = 0; n < 10 && (await left()) !== 'done'; n += 1) await pass(world, 10);
      await next.stop();
      assert.equal(await left(), 'done', `after ${tried * 9} calls`);
      assert.equal(reports(world).length, 1, `after ${tried * 9} calls`);
      assert.equal(world.sessions.length - begun, finished === 1 ? 0 : 1);
    }
    assert.ok(tried > 5, `${tried} moments`);
  });

  const invented = {
    suggestions: [],
    patterns: [{ type: 'hotfile' }],
    wording: [{ pattern: 2, text: 'invented' }],
  };
  const bad: [why: string, steps: Step[]][] = [
    ['fails', [{ do: 'fail', reason: 'crashed', text: 'boom' }]],
    ['hangs', [{ do: 'wait', ms: 10 * HOUR }, NOTHING]],
    ['answers nonsense', [{ do: 'say', text: 'lorem ipsum' }]],
    ['invents a pattern', [{ do: 'answer', value: invented }]],
  ];
  for (const [why, steps] of bad)
    test(`an agent that ${why} leaves a report of facts`, async () => {
      const world = begin(steps);
      const home = world.home('one');
      for (const number of [1, 2, 3]) await leaves(home, number);
      await nextDay(world, 6);
      const life = home.start(SLOW);
      await pass(world, 180);
      await life.stop();
      const [report] = reports(world);
      assert.match(report?.entry.body ?? '', /3 failed, 0 left to a person/);
      assert.match(report?.entry.body ?? '', /repeated_failure/);
      assert.doesNotMatch(report?.entry.body ?? '', /invented|hotfile/);
    });

  test('what costs less than the least is no lesson, what is off is not asked, and a lesson is learnt once', async () => {
    for (const [settings, sessions] of [
      [{ per_task: true, min_usd: 5, daily: false }, 0],
      [{ per_task: false, daily: false }, 0],
      [{ per_task: true, min_usd: 0.5, daily: false }, 1],
    ] as const) {
      const world = begin([NOTHING], settings);
      const home = world.home('one');
      await leaves(home, 1, { outcome: 'done' });
      const life = home.start(SLOW);
      await pass(world, 60);
      await life.stop();
      assert.equal(world.sessions.length, sessions, JSON.stringify(settings));
      assert.deepEqual(titles(world), []);
    }
  });
});
