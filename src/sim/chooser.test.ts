import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { choicesText, parseChoices } from './choices-text.ts';
import { repeatingChooser, seededChooser } from './chooser.ts';
import { isAutodevError } from '../work/errors.ts';

describe('choices', () => {
  test('what a seed chose is chosen again from what was written down', () => {
    const first = seededChooser(7);
    const ask = (chooser: typeof first) =>
      Array.from({ length: 50 }, (_, n) => chooser.choose(n % 3 === 0 ? 'a' : 'b', 1 + (n % 9), 0.5));
    const chosen = ask(first);
    assert.deepEqual(ask(seededChooser(7)), chosen);
    assert.notDeepEqual(ask(seededChooser(8)), chosen);
    assert.deepEqual(ask(repeatingChooser(parseChoices(choicesText(first.taken())))), chosen);
  });

  test('more of one stream changes nothing in another', () => {
    const one = seededChooser(3);
    const other = seededChooser(3);
    other.choose('b', 100);
    assert.equal(one.choose('a', 1_000), other.choose('a', 1_000));
  });

  test('what is not written down is the plainest, and a number too large the largest there is', () => {
    const chooser = repeatingChooser(new Map([['a', [9]]]));
    assert.deepEqual([chooser.choose('a', 4), chooser.choose('a', 4), chooser.choose('b', 4)], [3, 0, 0]);
  });

  test('what is no list of choices is refused as wrong use', () => {
    for (const text of ['a', 'a=', 'a=x', 'a=1..2', '=1'])
      assert.throws(
        () => parseChoices(text),
        (error) => isAutodevError(error, 'usage'),
      );
  });
});
