import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { tmpdir } from '../support/tmpdir.ts';
import { GUARDS } from './mutations/guards.ts';
import { copyTree, mutated, textOf } from './mutations/mutate.ts';

const AT_ONCE = 10;
const DAY = 86_400_000;

/** Other ten each day, until all had their turn; the script runs all of them. */
function byTurns(turn: number): typeof GUARDS {
  const first = (turn * AT_ONCE) % GUARDS.length;
  return [...GUARDS, ...GUARDS].slice(first, first + AT_ONCE);
}

describe('a guard that is taken away', () => {
  test('is where the list says, and named once', () => {
    for (const guard of GUARDS) {
      assert.notEqual(mutated(textOf(guard), guard), textOf(guard));
      assert.ok(existsSync(join(import.meta.dirname, '..', '..', guard.noticedBy)), guard.noticedBy);
    }
    assert.equal(new Set(GUARDS.map(({ guard }) => guard)).size, GUARDS.length);
  });

  test('is missed by an attack: ten by turns', async () => {
    await using tmp = await tmpdir();
    const copy = copyTree(tmp.path);
    const turn = Number(process.env['AUTODEV_TEST_TURN'] ?? Math.floor(Date.now() / DAY));
    const unnoticed: string[] = [];
    for (const guard of byTurns(turn))
      if ((await copy.exitCode(guard.noticedBy, guard)) === 0) unnoticed.push(guard.guard);
    assert.deepEqual(unnoticed, []);
  });
});
