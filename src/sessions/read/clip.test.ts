import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seeded } from '../../../test/support/seeded.ts';
import { clippedInput } from './clip.ts';

test('a short input is kept as it is', () => {
  assert.equal(clippedInput({ command: 'git status' }), '{"command":"git status"}');
  assert.equal(clippedInput({}), '{}');
});

test('long values are cut, the others stay', () => {
  const cut = JSON.parse(
    clippedInput({ file_path: '/a', content: 'x'.repeat(9_000), list: Array(900).fill(1) }),
  );
  assert.equal(cut.file_path, '/a');
  assert.equal(cut.content.length, 500);
  assert.ok(cut.content.endsWith('…'));
  assert.equal(cut.list, '…');
});

test('whatever is cut is still JSON: no half escape, no half character', () => {
  const random = seeded(3);
  const parts = ['a', '"', '\\', '\n', '한', '🙂', '\u0001', '\ud800', 'é'];
  for (let round = 0; round < 300; round += 1) {
    const text = Array.from({ length: 400 + random.below(400) }, () => random.pick(parts)).join('');
    const cut = JSON.parse(clippedInput({ a: text, b: [text], c: 1 })) as { a: string; c: number };
    assert.equal(cut.c, 1);
    assert.ok(text.isWellFormed() ? text.startsWith(cut.a.replace(/…$/, '')) : true);
  }
});
