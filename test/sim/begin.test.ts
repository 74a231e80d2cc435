import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Script } from '../../src/agents/scripted/script.ts';
import { why } from '../../src/daemon/control/why.ts';
import { workId } from '../../src/work/ids.ts';
import { LABEL } from '../../src/work/labels.ts';
import { registerFlows } from '../../src/workflows/engine/flows.ts';
import { issueFlow } from '../../src/workflows/issue/flow.ts';
import { pullFlow } from '../../src/workflows/pull/flow.ts';
import { LOOKS, openWorld, type Home, type Life, type World } from './world.ts';

const MINUTE = 60_000;
const REPO = 'org/app';
const FLOWS = [issueFlow, pullFlow];
const ONE = { max_concurrent: 1, tick_interval_secs: 30 };
/** The first item is looked at for an hour, so that the second one waits for its slot. */
const SLOW: Script = [
  {
    when: /occupied/,
    steps: ({ prompt }) => [
      { do: 'wait', ms: 60 * MINUTE },
      {
        do: 'answer',
        value: {
          verdict: /Review/.test(prompt) ? 'approve' : 'wontfix',
          confidence: 1,
          summary: 'no',
          comments: [],
        },
      },
    ],
  },
  ...LOOKS,
];

async function until(world: World, holds: () => Promise<boolean> | boolean, what: string): Promise<void> {
  for (let i = 0; !(await holds()); i += 1) {
    assert.ok(i < 400, `${what} comes about`);
    await world.clock.advance(30_000);
  }
}

/** Number 1 is in work, the item of number 2 is queued behind it. */
async function queued(items: (world: World) => Promise<void> | void, repo: object = {}) {
  const world = openWorld({
    repos: { [REPO]: { scan_interval_secs: 60, scan_targets: ['issues', 'pulls'], ...repo } },
    script: SLOW,
    flows: FLOWS,
  });
  await items(world);
  const home = world.home('one');
  const life = home.start(ONE);
  const labels = () => world.forge.thread(REPO, 2).entry.labels;
  await until(world, () => world.running().length === 1 && labels().includes(LABEL.wip), 'it is queued');
  return { world, home, life, labels };
}

const sessionsOf2 = (world: World) => world.sessions.filter(({ number }) => number === 2).length;
const pull = (world: World, title: string) =>
  world.forge.as('ann').createPull(REPO, { title, body: '', head: title, base: 'main' });
const patch2 = (world: World, change: object) =>
  Object.assign(world.forge.thread(REPO, 2).entry, change, {
    updatedAt: new Date(world.clock.now()).toISOString(),
  });

async function told(world: World, home: Home, life: Life, type: string): Promise<string> {
  const live = { queues: life.queues, daemon: life.daemon, stopping: false, maxConcurrent: 1 };
  const reads = { forge: world.forge.as('autodev'), flows: registerFlows(FLOWS) };
  const id = workId(type, REPO, 2);
  const { state, because } = await why(id, { store: home.store, now: world.clock.now(), live, reads });
  return `${state}: ${because}`;
}

describe('an item that was queued and not begun', () => {
  for (const [what, type, change, undo, because] of [
    [
      'somebody says it is blocked by another',
      'issue',
      (world: World) => world.forge.as('ann').comment(REPO, 2, 'Blocked by #1'),
      (world: World) => world.forge.close(REPO, 1),
      /^waiting: it waits for #1 to be closed/,
    ],
    [
      'it is left to a person',
      'issue',
      (world: World) => world.forge.as('ann').addLabels(REPO, 2, [LABEL.skip]),
      (world: World) => world.forge.as('ann').removeLabel(REPO, 2, LABEL.skip),
      /^skip: it is left to a person/,
    ],
    [
      'it is closed',
      'issue',
      (world: World) => world.forge.close(REPO, 2),
      (world: World) => patch2(world, { state: 'open' }),
      /^refused: it is closed/,
    ],
    [
      'it is made a draft',
      'pr',
      (world: World) => patch2(world, { draft: true }),
      (world: World) => patch2(world, { draft: false }),
      /^refused: it is a draft/,
    ],
    [
      'its pull request is closed',
      'pr',
      (world: World) => patch2(world, { state: 'closed' }),
      (world: World) => patch2(world, { state: 'open' }),
      /^refused: it is closed/,
    ],
    [
      'the label that asked for it is taken away',
      'issue',
      (world: World) => world.forge.as('ann').removeLabel(REPO, 2, 'go'),
      (world: World) => world.forge.as('ann').addLabels(REPO, 2, ['go']),
      /^refused: it carries none of filter_labels/,
    ],
  ] as const)
    test(`leaves unpaid when ${what}, and begins when that is undone`, async () => {
      const byLabel = what.startsWith('the label');
      const { world, home, life, labels } = await queued(
        async (made) => {
          for (const title of ['occupied', 'second'])
            await (type === 'pr' ? pull(made, title) : made.forge.addIssue(REPO, { title }));
          if (byLabel)
            for (const number of [1, 2]) await made.forge.as('ann').addLabels(REPO, number, ['go']);
        },
        byLabel ? { filter_labels: ['go'] } : {},
      );
      await change(world);
      await until(world, () => !labels().includes(LABEL.wip), 'it has left');
      await world.clock.advance(5 * MINUTE);
      assert.equal(sessionsOf2(world), 0, 'nothing was paid for it');
      assert.match(await told(world, home, life, type), because);
      assert.equal(await home.store.attempts.get(workId(type, REPO, 2)), undefined, 'no attempt is counted');
      const status = world.forge.thread(REPO, 2).comments.find(({ body }) => body.includes('autodev:claim'));
      assert.match(status?.body ?? '', / - -->/, 'its claim is given back');
      await undo(world);
      await until(world, () => sessionsOf2(world) === 1, 'it begins');
      await life.stop();
    });

  test('is gone from the forge: it leaves, and nothing is tried for ever', async () => {
    const { world, home, life } = await queued((made) => {
      for (const title of ['occupied', 'second']) made.forge.addIssue(REPO, { title });
    });
    world.forge.remove(REPO, 2);
    const work = workId('issue', REPO, 2);
    await until(
      world,
      async () => (await home.store.events.latest(work, 'item.refused')) !== undefined,
      'it',
    );
    assert.equal(life.queues.has(work), false);
    assert.equal(sessionsOf2(world), 0);
    await life.stop();
  });
});

describe('what people add to the conversation of an issue', () => {
  const TWO: Script = [
    {
      when: /Analyse an issue/,
      steps: [
        { do: 'wait', ms: MINUTE },
        { do: 'cost', usd: 0.1 },
        { do: 'answer', value: { verdict: 'implement', confidence: 1, summary: 'clear' } },
      ],
    },
    { when: /Implement an issue/, steps: [{ do: 'wait', ms: 60 * MINUTE }] },
  ];

  async function killed(when: (home: Home) => Promise<boolean>) {
    const world = openWorld({
      repos: { [REPO]: { scan_interval_secs: 60, workflow: 'direct' } },
      script: TWO,
    });
    world.forge.addIssue(REPO, { title: 'make it' });
    await world.forge.as('ann').comment(REPO, 1, 'as before');
    const home = world.home('one');
    const life = home.start();
    await until(world, () => when(home), 'it is there');
    life.kill();
    return { world, home };
  }
  const work = workId('issue', REPO, 1);
  const analyses = (home: Home) => home.store.steps.count(work, 'analyze');

  test('after we were killed in the middle of it pays for no second analysis', async () => {
    const { world, home } = await killed(async (at) => (await analyses(at)) === 1);
    await world.forge.as('ann').comment(REPO, 1, 'how is it going');
    const before = world.sessions.length;
    const life = home.start();
    await until(world, () => world.sessions.length > before, 'it goes on');
    await world.clock.advance(5 * MINUTE);
    assert.equal(await analyses(home), 1);
    await life.stop();
  });

  test('is read where nothing was finished yet, and where what was said before is taken back', async () => {
    const early = await killed(async () => true);
    await early.world.forge.as('ann').comment(REPO, 1, 'and mind the gap');
    const life = early.home.start();
    await until(early.world, async () => (await analyses(early.home)) === 1, 'it is analysed');
    const input = (await early.home.store.runs.latest(work))?.input as { comments: { body: string }[] };
    assert.deepEqual(
      input.comments.map(({ body }) => body),
      ['as before', 'and mind the gap'],
    );
    await life.stop();
    const late = await killed(async (home) => (await analyses(home)) === 1);
    const said = late.world.forge.thread(REPO, 1).comments.find(({ body }) => body === 'as before');
    Object.assign(said ?? assert.fail(), { body: 'otherwise' });
    const next = late.home.start();
    await until(late.world, async () => (await analyses(late.home)) === 2, 'it is analysed anew');
    await next.stop();
  });
});
