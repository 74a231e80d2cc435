import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { EXHIBITS } from '../sim/museum/exhibits.ts';
import { show } from '../sim/museum/show.ts';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Those that are found in the first worlds, two a day in their turn; `npm run museum` shows all of them. */
const IN_TURN = [
  ['an end that is told and not recorded', 'a quota after which nobody asks again'],
  ['a base that moved taken for new input', 'an outage after which an item rests for ever'],
  ['a retry that pays for everything again', 'a session that nobody ends'],
];
const turn = Number(process.env['AUTODEV_TEST_TURN'] ?? Math.floor(Date.now() / 86_400_000));
const today = IN_TURN[turn % IN_TURN.length] ?? [];

describe('a planted bug', () => {
  for (const name of today)
    test(`is found, and is not without the invariant that it breaks: ${name}`, async () => {
      const exhibit = EXHIBITS.find((each) => each.name === name) ?? assert.fail(name);
      const { invariant, unseen, story } = await show(root, exhibit, 60, 'as-found');
      assert.equal(invariant, exhibit.invariant, story.join('\n'));
      // What never ends is seen by the run itself, with and without invariants.
      if (invariant !== 'everything-ends') assert.equal(unseen, true);
    });
});
