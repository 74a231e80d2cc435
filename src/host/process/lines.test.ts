import assert from 'node:assert/strict';
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { tmpdir } from '../../../test/support/tmpdir.ts';
import { readLines } from './lines.ts';
import { openTail } from '../fs/tail.ts';

test('lines survive chunks that end anywhere, also inside a letter, and long ones are cut', async () => {
  const bytes = Buffer.from('grün\n\n0123456789\nlast');
  const chunks = Array.from(bytes, (_, index) => bytes.subarray(index, index + 1));
  const lines: string[] = [];
  await readLines(Readable.from(chunks), 6, (line) => lines.push(line));
  assert.deepEqual(lines, ['grün', '012345', 'last']);
});

test('a file that grows is followed by whole lines', async () => {
  await using tmp = await tmpdir();
  const path = join(tmp.path, 'log');
  const tail = openTail(path);
  assert.deepEqual(await tail(), [], 'not there yet');
  writeFileSync(path, 'one\ntw');
  assert.deepEqual(await tail(), ['one']);
  assert.deepEqual(await tail(), []);
  appendFileSync(path, 'ö\nthree\n');
  assert.deepEqual(await tail(), ['twö', 'three']);
});
