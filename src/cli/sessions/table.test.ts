import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tableText } from './table.ts';

const terminal = (columns: number) => ({ outIsTerminal: true, color: false, columns });
const file = { outIsTerminal: false, color: false, columns: 20 };

test('numbers stand right, texts left, and Korean takes two columns', () => {
  assert.equal(
    tableText(
      [
        { name: '로그인', n: 5 },
        { name: 'ab', n: 1234 },
      ],
      file,
    ),
    'name       n\n로그인     5\nab      1234\n',
  );
});

test('on a terminal the widest column gives way, in a file nothing is cut', () => {
  const rows = [{ id: 'a', text: '한글'.repeat(20) }];
  const lines = tableText(rows, terminal(20)).split('\n');
  assert.ok(lines.every((line) => line.length <= 20));
  assert.match(lines[1] ?? '', /…$/);
  assert.match(tableText(rows, file), /(한글){20}/);
});

test('what a transcript holds cannot move the cursor or break a row', () => {
  const text = tableText([{ a: 'x\n\ty\u001b[2J\u202ez' }], file);
  assert.equal(text, 'a\nx y[2Jz\n');
});

test('no rows make no table', () => assert.equal(tableText([], file), ''));
