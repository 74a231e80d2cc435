import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Choices } from './chooser.ts';
import { shrink } from './shrink.ts';

test('only what makes it fail is left, as small as it still fails', async () => {
  const failing: Choices = new Map([
    ['people', [4, 0, 9, 3, 8, 1]],
    ['weather', [5, 5, 5]],
  ]);
  const left = await shrink(failing, async (choices) => ({
    fails: (choices.get('people') ?? []).some((value) => value >= 6),
    steps: 1,
  }));
  assert.deepEqual(
    left,
    new Map([
      ['people', [6]],
      ['weather', []],
    ]),
  );
});

test('ends after the steps it may take', async () => {
  let tries = 0;
  await shrink(
    new Map([['a', Array.from({ length: 1_000 }, () => 7)]]),
    async () => {
      tries += 1;
      return { fails: false, steps: 10 };
    },
    100,
  );
  assert.equal(tries, 10);
});
