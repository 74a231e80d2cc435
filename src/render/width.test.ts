import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { cutTo, displayWidth, padEnd, padStart, wrapped } from './width.ts';

const WIDTHS: readonly [what: string, text: string, width: number][] = [
  ['ASCII', 'autodev #1', 10],
  ['Korean', '로그인', 6],
  ['Korean in its letters', '로그인'.normalize('NFD'), 6],
  ['Han and Kana', '家族と', 6],
  ['halfwidth Kana', 'ｱｲｳ', 3],
  ['fullwidth Latin', 'ＡＢ', 4],
  ['an accent of its own', 'e\u0301', 1],
  ['an emoji', '🚀', 2],
  ['an emoji with a skin tone', '👍🏽', 2],
  ['a family joined to one emoji', '👨‍👩‍👧‍👦', 2],
  ['a flag', '🇰🇷', 2],
  ['a heart made emoji by its selector', '❤️', 2],
  ['a keycap', '1️⃣', 2],
  ['a heart as text', '❤', 1],
  ['what is not shown', '\u200b\u200d\ufeff', 0],
  ['marks of our own', '…●–✓─█', 6],
];

describe('the width of a text on a terminal', () => {
  for (const [what, text, width] of WIDTHS) test(what, () => assert.equal(displayWidth(text), width));

  test('is what padding fills up to', () => {
    assert.equal(padEnd('한글', 6), '한글  ');
    assert.equal(padStart('한글', 6), '  한글');
    assert.equal(padEnd('한글', 2), '한글');
  });

  test('is never passed by cutting, and no character is cut apart', () => {
    assert.equal(cutTo('한글입니다', 10), '한글입니다');
    assert.equal(cutTo('한글입니다', 8), '한글입…');
    assert.equal(cutTo('한글입니다', 7), '한글입…');
    assert.equal(cutTo('a👨‍👩‍👧‍👦b', 3), 'a…');
    for (let width = 1; width < 12; width += 1)
      assert.ok(displayWidth(cutTo('한 e\u0301🇰🇷👍🏽 글자 abc', width)) <= width);
  });

  test('is never passed by wrapping, which loses nothing but spaces at the ends of lines', () => {
    assert.deepEqual(wrapped('one two three', 7), ['one two', 'three']);
    assert.deepEqual(wrapped('', 7), ['']);
    assert.deepEqual(wrapped('한글입니다', 4), ['한글', '입니', '다']);
    const text = 'a 한 e\u0301🇰🇷👍🏽 글자글자글자 abcdefghij k 👨‍👩‍👧‍👦👨‍👩‍👧‍👦';
    for (let width = 2; width < 12; width += 1) {
      const lines = wrapped(text, width);
      for (const line of lines) assert.ok(displayWidth(line) <= width, `${line} in ${width}`);
      assert.equal(lines.join('').replaceAll(' ', ''), text.replaceAll(' ', ''));
    }
  });
});
