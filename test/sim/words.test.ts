import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecordedEvent } from '../../src/work/events.ts';
import type { Script } from '../../src/agents/scripted/script.ts';
import { workId } from '../../src/work/ids.ts';
import { LABEL } from '../../src/work/labels.ts';
import { openWorld, type Life, type World } from './world.ts';

const REPO = 'org/app';
const MINUTE = 60_000;
const work = workId('issue', REPO, 1);
const UNSURE: Script = [
  {
    when: /^\[autodev\]/,
    steps: [
      { do: 'wait', ms: MINUTE },
      { do: 'answer', value: { verdict: 'implement', confidence: 0.2, summary: 'perhaps' } },
    ],
  },
];

async function until(world: World, what: string, holds: () => Promise<boolean> | boolean): Promise<void> {
  for (let i = 0; i < 500 && !(await holds()); i += 1) await world.clock.advance(30_000);
  assert.ok(await holds(), what);
}

test('words in comments are heard while the daemon is paused, and nothing is begun', async () => {
  const world = openWorld({ repos: { [REPO]: { scan_interval_secs: 60 } } });
  const life = world.home('one').start();
  const events: RecordedEvent[] = [];
  life.bus.subscribe((event) => void events.push(event));
  await world.clock.advance(MINUTE);
  await life.daemon.pause();
  const number = world.forge.addIssue(REPO, { title: 'later' });
  await world.forge.as('ann').comment(REPO, number, '/autodev why');
  await world.clock.advance(5 * MINUTE);
  const heard = events.flatMap((event) =>
    event.type === 'word.said' ? [`${event.word} by ${event.by}`] : [],
  );
  assert.deepEqual(heard, ['why by ann']);
  assert.equal(world.sessions.length, 0);
  await life.daemon.resume();
  await world.clock.advance(5 * MINUTE);
  assert.equal(world.sessions.length, 1);
  await life.stop();
});

test('words in comments are heard outside the active hours, and nothing is begun before they come', async () => {
  const world = openWorld({ repos: { [REPO]: { scan_interval_secs: 60 } } });
  const local = (ms: number) => new Date(ms).toTimeString().slice(0, 5);
  const opens = world.clock.now() + 120 * MINUTE;
  const life = world.home('one').start({ active_hours: [`${local(opens)}-${local(opens + 60 * MINUTE)}`] });
  const events: RecordedEvent[] = [];
  life.bus.subscribe((event) => void events.push(event));
  const number = world.forge.addIssue(REPO, { title: 'later' });
  for (const [by, said] of [
    ['ann', '/autodev why'],
    ['ann', '/autodev skip'],
  ] as const)
    await world.forge.as(by).comment(REPO, number, said);
  await world.clock.advance(10 * MINUTE);
  const heard = events.flatMap((event) => (event.type === 'word.said' ? [event.word] : []));
  assert.deepEqual(heard, ['why', 'skip']);
  assert.deepEqual(world.forge.thread(REPO, number).entry.labels, ['autodev:skip'], 'skip is done at once');
  await world.forge.as('ann').comment(REPO, number, '/autodev retry');
  await world.clock.advance(10 * MINUTE);
  assert.equal(world.sessions.length, 0, 'retry begins nothing before its hours');
  await world.clock.advance(120 * MINUTE);
  assert.equal(world.sessions.length, 1);
  await life.stop();
});

test('an item that was closed a moment ago is not said to be in work', async () => {
  const world = openWorld({ repos: { [REPO]: {} } });
  const life = world.home('one').start();
  const said = new Set<string>();
  life.bus.subscribe((event) => {
    if (event.type === 'item.phase' && event.to === 'Analyzing') world.forge.close(REPO, 1);
    for (const { comments } of world.forge.threads(REPO)) for (const { body } of comments) said.add(body);
  });
  world.forge.addIssue(REPO, { title: 'closed' });
  await world.clock.advance(5 * MINUTE);
  await life.stop();
  assert.equal(world.sessions.length, 0);
  assert.deepEqual(
    [...said].filter((body) => body.includes('Analyzing')),
    [],
  );
  assert.ok(said.size > 0);
});

test('an approval answers no question that was asked after it was said', async () => {
  const world = openWorld({ repos: { [REPO]: { scan_interval_secs: 600 } }, script: UNSURE });
  const home = world.home('one');
  const life = home.start();
  const outcomes: string[] = [];
  life.bus.subscribe((event) => void (event.type === 'word.said' && outcomes.push(event.outcome)));
  world.forge.addIssue(REPO, { title: 'unsure' });
  await until(world, 'it is looked at', () => world.running().length === 1);
  await world.forge.as('ann').comment(REPO, 1, '/autodev approve');
  await until(world, 'it was heard', () => outcomes.length === 1);
  const [question] = await home.store.questions.open(work);
  assert.deepEqual([outcomes, question?.answer], [[`${work} asked nothing when this was said`], null]);
  await world.forge.as('ann').comment(REPO, 1, '/autodev approve');
  await until(world, 'it was heard', () => outcomes.length === 2);
  assert.equal((await home.store.questions.get(question?.id ?? ''))?.answeredBy, 'ann');
  await life.stop();
});

test('a word that was taken when we died is obeyed only if its author still may say it', async () => {
  for (const mayStill of [true, false]) {
    const world = openWorld({ repos: { [REPO]: { scan_interval_secs: 60 } }, script: UNSURE });
    const home = world.home('one');
    const first = home.start();
    world.forge.addIssue(REPO, { title: 'unsure' });
    await until(world, 'it asks', async () => (await home.store.runs.latest(work))?.status === 'question');
    const [question] = await home.store.questions.open(work);
    const { set } = home.store.meta;
    home.store.meta.set = async (key, value) => {
      await set(key, value);
      if (value.startsWith('begun')) first.kill();
    };
    await world.clock.advance(1_000);
    await world.forge.as('ann').comment(REPO, 1, '/autodev approve');
    await world.clock.advance(5 * MINUTE);
    home.store.meta.set = set;
    if (!mayStill) world.forge.readers.add('ann');
    const ignored: boolean[] = [];
    const second = home.start();
    second.bus.subscribe((event) => void (event.type === 'word.said' && ignored.push(event.ignored)));
    await until(world, 'it was heard', () => ignored.length === 1);
    assert.deepEqual(ignored, [!mayStill]);
    const answered = (await home.store.questions.get(question?.id ?? ''))?.answeredBy;
    assert.equal(answered, mayStill ? 'ann' : null);
    await second.stop();
  }
});

test('a word is obeyed once by whichever life or daemon hears it, and no reaction of a person keeps it from that', async () => {
  const world = openWorld({ repos: { [REPO]: { scan_interval_secs: 60 } } });
  const life = world.home('one').start();
  const heard: string[] = [];
  const listen = (to: Life) =>
    to.bus.subscribe((event) => void (event.type === 'word.said' && heard.push(event.word)));
  listen(life);
  world.forge.addIssue(REPO, { title: 'odd' });
  await until(world, 'it is left', () => world.forge.thread(REPO, 1).entry.labels.includes(LABEL.skip));
  await world.clock.advance(1_000);
  // The person whose token the daemon uses looks at what they are about to have done.
  const said = await world.forge.as('autodev').comment(REPO, 1, '/autodev retry');
  await world.forge.as('autodev').react(REPO, { comment: said.id }, 'eyes');
  await until(world, 'it was heard', () => heard.length === 1);
  await until(world, 'it is done once more', () => world.sessions.length === 2);
  await world.clock.advance(30 * MINUTE);
  const status = world.forge.thread(REPO, 1).comments.find(({ body }) => body.includes('autodev:claim'));
  assert.match(
    status?.body ?? '',
    new RegExp(`<!-- autodev:heard ${said.id} -->`),
    'through every status since',
  );
  await life.stop();
  const other = world.home('two').start();
  listen(other);
  await world.clock.advance(30 * MINUTE);
  assert.deepEqual([heard, world.sessions.length], [['retry'], 2]);
  await other.stop();
});

test('a word said in the second in which we last looked, right before we died, is heard by the next life, however late', async () => {
  const world = openWorld({ repos: { [REPO]: { scan_interval_secs: 60 } } });
  const home = world.home('one');
  const first = home.start();
  world.forge.addIssue(REPO, { title: 'odd' });
  const thread = () => world.forge.thread(REPO, 1);
  await until(world, 'it is left', () => thread().entry.labels.includes(LABEL.skip));
  await world.clock.advance(10 * MINUTE);
  const ann = world.forge.as('ann');
  await ann.comment(REPO, 1, 'I think about it.');
  let scans = 0;
  first.bus.subscribe((event) => void (event.type === 'repo.scanned' && (scans += 1)));
  first.daemon.wake();
  await world.clock.advance(0);
  assert.equal(scans, 1);
  await ann.comment(REPO, 1, '/autodev retry');
  first.kill();
  assert.equal(
    new Set([
      thread().entry.updatedAt,
      ...thread()
        .comments.slice(-2)
        .map(({ createdAt }) => createdAt),
    ]).size,
    1,
  );
  await world.clock.advance(60 * MINUTE);
  const heard: string[] = [];
  const second = home.start();
  second.bus.subscribe((event) => void (event.type === 'word.said' && heard.push(event.word)));
  await until(world, 'it is done once more', () => world.sessions.length === 2);
  assert.deepEqual(heard, ['retry']);
  await second.stop();
});
