import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Rule } from '../../src/agents/scripted/script.ts';
import { errorsOf } from '../../src/workflows/knowledge/facts/errors.ts';
import { workId } from '../../src/work/ids.ts';
import { LABEL } from '../../src/work/labels.ts';
import { LOOKS, openWorld } from './world.ts';

const MINUTE = 60_000;
const REPO = 'org/app';

test('a script without a rule for an item keeps that item waiting: nothing is counted or called an error, others go on', async () => {
  const [looks] = LOOKS;
  assert.ok(looks !== undefined);
  const script: Rule[] = [{ ...looks, when: /ordinary/ }];
  const world = openWorld({ repos: { [REPO]: { scan_interval_secs: 60 } }, script });
  const odd = world.forge.addIssue(REPO, { title: 'odd' });
  const ordinary = world.forge.addIssue(REPO, { title: 'ordinary' });
  const home = world.home('one');
  const life = home.start({ tick_interval_secs: 30 });
  await world.clock.advance(30 * MINUTE);
  assert.deepEqual(world.forge.thread(REPO, ordinary).entry.labels, [LABEL.skip]);
  const waits = await home.store.attempts.get(workId('issue', REPO, odd));
  assert.equal(waits?.failures, 0);
  assert.match(
    waits?.lastError ?? '',
    /no rule of the script matches the prompt: \[autodev\] Analyse an issue/,
  );
  assert.deepEqual(life.daemon.standing(workId('issue', REPO, odd)).agents, [], 'the agent does not rest');
  const day = { repo: REPO, day: '', from: world.clock.now() - 60 * MINUTE, to: world.clock.now() };
  const events = await home.store.events.between(day);
  const rest = { earlier: [], reviews: [], sessions: [], usual: [], costs: [] };
  assert.deepEqual(errorsOf({ ...day, ...rest, events }), []);
  script.push({ ...looks, when: /odd/ });
  await world.clock.advance(10 * MINUTE);
  assert.deepEqual(world.forge.thread(REPO, odd).entry.labels, [LABEL.skip]);
  await life.stop();
});
