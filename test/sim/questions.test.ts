import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Script } from '../../src/agents/scripted/script.ts';
import { why } from '../../src/daemon/control/why.ts';
import { isoSeconds } from '../../src/host/clock.ts';
import { workId } from '../../src/work/ids.ts';
import { LABEL } from '../../src/work/labels.ts';
import { openWorld, type Home, type Life, type World } from './world.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const REPO = 'org/app';
const SLOW = { tick_interval_secs: 30 };
const work = workId('issue', REPO, 1);

const paid = { do: 'cost', usd: 0.1 } as const;
const UNSURE = {
  do: 'answer',
  value: { verdict: 'implement', confidence: 0.2, summary: 'perhaps' },
} as const;
const UNCLEAR = {
  do: 'answer',
  value: { verdict: 'needs_clarification', confidence: 0.2, summary: 'unclear', questions: ['Which one?'] },
} as const;
const YES = { do: 'answer', value: { verdict: 'implement', confidence: 1, summary: 'clear' } } as const;
const NO = { do: 'answer', value: { verdict: 'wontfix', confidence: 1, summary: 'it is there' } } as const;
const ASKS_UNSURE: Script = [{ when: /^\[autodev\]/, steps: [paid, UNSURE] }];
const ASKS_WHICH: Script = [
  { when: /Answer to question 1, by ann:\s+the second one/, steps: [paid, NO] },
  { when: /^\[autodev\]/, steps: [paid, UNCLEAR] },
];

interface Scene {
  world: World;
  home: Home;
  life: Life;
}

async function untilAsked(script: Script): Promise<Scene> {
  const world = openWorld({ repos: { [REPO]: { scan_interval_secs: 60 } }, script });
  world.forge.addIssue(REPO, { title: 'do it' });
  const home = world.home('one');
  const life = home.start(SLOW);
  await until(world, async () => (await home.store.runs.latest(work))?.status === 'question');
  assert.deepEqual(labels(world), [LABEL.skip]);
  return { world, home, life };
}

/** Lets time pass until it holds. */
async function until(world: World, holds: () => Promise<boolean> | boolean, what = 'it'): Promise<void> {
  for (const end = world.clock.now() + DAY; !(await holds());) {
    assert.ok(world.clock.now() < end, `${what} comes about`);
    await world.clock.advance(30_000);
  }
}

const labels = (world: World) => world.forge.thread(REPO, 1).entry.labels;
const comments = (world: World, mark: string) =>
  world.forge.thread(REPO, 1).comments.filter(({ body }) => body.includes(`<!-- autodev:${mark} `));
const lastLeft = async (home: Home) => (await home.store.events.latest(work, 'item.left'))?.reason;
const approved = (answer: string) => ({ name: 'answer', work, text: answer, by: 'ann' }) as const;

describe('an answer', () => {
  for (const [what, script, text, sessions, reason] of [
    ['out of the options', ASKS_UNSURE, 'stop', 1, 'a person said stop'],
    ['in other words', ASKS_WHICH, 'the second one', 2, 'the analysis advises against it'],
  ] as const)
    test(`${what} is neither lost nor used twice, wherever the daemon dies on it`, async () => {
      const counted = await untilAsked(script);
      let calls = 0;
      for (let ended = false; !ended; calls += 1) {
        const { world, home, life } = calls === 0 ? counted : await untilAsked(script);
        const question = (await home.store.questions.open(work))[0]?.id ?? '';
        life.dieAfter(calls);
        const order = { ...approved(text), question };
        void life.tell(order);
        for (let i = 0; i < 10 && (await lastLeft(home)) !== reason; i += 1)
          await world.clock.advance(30_000);
        ended = (await lastLeft(home)) === reason;
        life.kill();
        const next = home.start(SLOW);
        const taken = (await home.store.questions.get(question))?.answer !== null;
        // A command that was left is given once more; one that a person gave live is not, if it was taken.
        if (!taken || calls % 2 === 0)
          await next.tell(order).catch((error: unknown) => assert.match(String(error), /asks nothing/));
        const { steps, runs } = home.store;
        const settled = async () =>
          (await lastLeft(home)) === reason &&
          (await runs.latest(work))?.status === 'skip' &&
          labels(world).join() === LABEL.skip;
        await until(world, settled, `the end after ${calls} calls`);
        await next.stop();
        assert.equal(
          await steps.count(work, 'analyze'),
          sessions,
          `after ${calls} calls nothing is paid again`,
        );
        assert.equal(await steps.count(work, 'ask:clarify'), 2 - sessions, 'a choice is in the journal');
        assert.equal(comments(world, 'question').length, 1, 'asked once, and never overwritten');
        assert.equal(comments(world, 'analysis').length, sessions - 1);
        assert.equal(comments(world, 'answer').length, sessions - 1, 'said once');
        assert.equal((await home.store.questions.get(question))?.answer, text);
        assert.deepEqual(await home.store.questions.open(), []);
      }
      assert.ok(calls > 20, `${calls} places to die at`);
    });

  test('that comes after a week comes too late; the item stays with the person', async () => {
    const { world, home, life } = await untilAsked(ASKS_UNSURE);
    await life.stop();
    await world.clock.advance(7 * DAY);
    const next = home.start(SLOW);
    await assert.rejects(next.tell(approved('approve')), { code: 'not_found', why: /nobody answered/ });
    await until(world, async () => (await home.store.runs.latest(work))?.status === 'skip');
    await next.stop();
    const told = await why(work, { store: home.store, now: world.clock.now() });
    assert.deepEqual([told.state, told.questions], ['skip', []]);
    assert.match(told.because, /nobody answered in time/);
    assert.match(told.next, /autodev retry/);
    assert.equal(world.sessions.length, 1);
  });

  test('given twice is taken once', async () => {
    const { world, home, life } = await untilAsked(ASKS_UNSURE);
    const both = await Promise.allSettled([life.tell(approved('stop')), life.tell(approved('approve'))]);
    assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    await until(world, async () => (await lastLeft(home)) === 'a person said stop');
    await assert.rejects(life.tell(approved('approve')), { code: 'not_found', why: /was answered with/ });
    await life.stop();
  });

  test('in other words that comes before the item could leave is new input all the same', async () => {
    const world = openWorld({ repos: { [REPO]: { scan_interval_secs: 60 } }, script: ASKS_WHICH });
    world.forge.addIssue(REPO, { title: 'do it' });
    const home = world.home('one');
    const { ask } = home.store.questions;
    home.store.questions.ask = async (question) => {
      const { id } = await ask(question);
      await home.store.questions.answer(id, 'the second one', 'ann');
      return (await home.store.questions.get(id)) ?? assert.fail();
    };
    const life = home.start(SLOW);
    await until(world, async () => (await lastLeft(home)) === 'the analysis advises against it');
    assert.deepEqual([world.sessions.length, comments(world, 'answer').length], [2, 1]);
    await life.stop();
  });

  test('repeated by whoever gave it is no mistake as long as it waits to be used', async () => {
    const { world, home, life } = await untilAsked(ASKS_UNSURE);
    const question = (await home.store.questions.open(work))[0]?.id ?? '';
    await life.daemon.pause();
    const order = { ...approved('stop'), question };
    for (const _ of [1, 2]) assert.match(await life.tell(order), /answered with "stop"/);
    await assert.rejects(life.tell({ ...order, by: 'bob' }), { code: 'not_found' });
    await life.daemon.resume();
    await until(world, async () => (await lastLeft(home)) === 'a person said stop');
    await assert.rejects(life.tell(order), { code: 'not_found' });
    await life.stop();
  });
});

describe('a question', () => {
  for (const [what, change, reason] of [
    ['closed', (world: World) => world.forge.close(REPO, 1), /it was closed/],
    [
      'edited',
      (world: World) => void Object.assign(world.forge.thread(REPO, 1).entry, { title: 'do something else' }),
      /edited/,
    ],
  ] as const)
    test(`of an issue that was ${what} stands no longer, and an answer to it does nothing`, async () => {
      for (const scanned of [true, false]) {
        const { world, home, life } = await untilAsked(ASKS_UNSURE);
        change(world);
        if (scanned) await world.clock.advance(5 * MINUTE);
        await assert.rejects(life.tell(approved('approve')), { code: 'not_found' });
        assert.deepEqual(await home.store.questions.open(), []);
        assert.match((await home.store.events.latest(work, 'question.withdrawn'))?.reason ?? '', reason);
        assert.deepEqual(labels(world), [LABEL.skip]);
        await world.clock.advance(5 * MINUTE);
        assert.equal(world.sessions.length, 1);
        await life.stop();
      }
    });

  test('that was withdrawn while no daemon ran, or is cancelled, is asked in the status comment no longer', async () => {
    const status = (world: World) => comments(world, 'claim').map(({ body }) => body.split('\n')[0]);
    for (const how of ['edited', 'closed', 'cancelled', 'answered', 'late'] as const) {
      const { world, home, life } = await untilAsked(ASKS_UNSURE);
      assert.match(status(world)[0] ?? '', /asks: the confidence/);
      await life.stop();
      if (how === 'edited' || how === 'answered')
        Object.assign(world.forge.thread(REPO, 1).entry, { title: 'do something else' });
      if (how === 'closed') world.forge.close(REPO, 1);
      if (how === 'late') await world.clock.advance(7 * DAY);
      const next = home.start(SLOW);
      if (how === 'cancelled') await next.tell({ name: 'cancel', work });
      if (how === 'answered') await assert.rejects(next.tell(approved('approve')), { code: 'not_found' });
      await until(world, async () => (await home.store.runs.latest(work))?.status === 'skip', how);
      assert.equal(status(world).length, 1, how);
      assert.match(status(world)[0] ?? '', /skip: (its question was withdrawn: |cancelled)/, how);
      await next.stop();
    }
  });

  test('whose label is taken away by hand is tried anew, and asked anew', async () => {
    const { world, home, life } = await untilAsked(ASKS_UNSURE);
    const [first] = await home.store.questions.open(work);
    await world.forge.as('person').removeLabel(REPO, 1, LABEL.skip);
    await until(world, async () => {
      const latest = await home.store.runs.latest(work);
      return latest?.id !== first?.run && latest?.status === 'question';
    });
    assert.equal(world.sessions.length, 2);
    const [second] = await home.store.questions.open(work);
    assert.notEqual(second?.id, first?.id);
    assert.match((await home.store.questions.get(first?.id ?? ''))?.voidReason ?? '', /without an answer/);
    await life.tell({ name: 'cancel', work });
    assert.deepEqual(await home.store.questions.open(), [], 'what is cancelled asks nothing');
    await life.stop();
  });
});

describe('in between', () => {
  test('another daemon that took an item ends our run on it: nothing is written, no label touched, no failure counted', async () => {
    const world = openWorld({
      repos: { [REPO]: {} },
      script: [{ when: /^\[autodev\]/, steps: [{ do: 'wait', ms: 30 * MINUTE }, paid, NO] }],
    });
    world.forge.addIssue(REPO, { title: 'mine' });
    const home = world.home('one');
    const life = home.start();
    await until(world, () => world.running().length === 1);
    // Our claim is gone, another one stands.
    world.forge.thread(REPO, 1).comments.length = 0;
    const claim = `busy\n\n<!-- autodev:claim d-other ${isoSeconds(world.clock.now())} -->\n`;
    await world.forge.as('autodev').comment(REPO, 1, claim);
    await until(world, async () => (await lastLeft(home)) !== undefined);
    assert.equal(await lastLeft(home), 'another daemon took it');
    assert.deepEqual(labels(world), [LABEL.wip]);
    assert.equal(comments(world, 'analysis').length, 0);
    assert.equal(await home.store.attempts.get(work), undefined);
    assert.equal(world.sessions.length, 1);
    life.kill();
  });

  test('a person who puts skip on it has it let go before the next paid step, and the label stays', async () => {
    const world = openWorld({
      repos: { [REPO]: {} },
      script: [{ when: /^\[autodev\]/, steps: [{ do: 'wait', ms: 30 * MINUTE }, paid, YES] }],
    });
    world.forge.addIssue(REPO, { title: 'mine' });
    const home = world.home('one');
    const life = home.start();
    await until(world, () => world.running().length === 1);
    await world.forge.as('person').addLabels(REPO, 1, [LABEL.skip]);
    await until(world, async () => (await lastLeft(home)) !== undefined);
    assert.equal(await lastLeft(home), `somebody put ${LABEL.skip} on it`);
    assert.deepEqual(labels(world), [LABEL.skip]);
    assert.equal(world.sessions.length, 1);
    await life.stop();
  });
});

describe('with two daemons', () => {
  test('an answer is for the one that asked, whoever hears it first, and the other does not begin the item anew', async () => {
    const { world, home, life: one } = await untilAsked(ASKS_WHICH);
    const two = world.home('two').start(SLOW);
    await world.clock.advance(10 * MINUTE);
    await world.forge.as('ann').comment(REPO, 1, '/autodev answer the second one');
    two.daemon.wake();
    await world.clock.advance(0);
    // The other one looks at the very moment at which the label is taken away.
    one.bus.subscribe((event) => {
      if (event.type === 'item.label' && event.removed.includes(LABEL.skip)) two.daemon.wake();
    });
    await until(world, () => world.sessions.length > 1, 'it goes on');
    await world.clock.advance(30 * MINUTE);
    assert.deepEqual(
      world.sessions.map((session) => session.home),
      ['one', 'one'],
    );
    assert.equal(await lastLeft(home), 'the analysis advises against it');
    await one.stop();
    await two.stop();
  });
});
