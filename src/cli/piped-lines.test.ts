import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { pipedLines } from './piped-lines.ts';

test('answers that come all at once are given one by one, and after the last there is none', async () => {
  const input = new PassThrough();
  input.end('first\n\nthird');
  const next = pipedLines(() => input);
  assert.deepEqual([await next(), await next(), await next()], ['first', '', 'third']);
  assert.deepEqual([await next(), await next()], [undefined, undefined]);
});

test('an input that is closed without a word has no answer, however often it is asked', async () => {
  const input = new PassThrough();
  input.end();
  const next = pipedLines(() => input);
  assert.deepEqual([await next(), await next()], [undefined, undefined]);
});

test('between two answers it is paused, and a later one is heard', async () => {
  const input = new PassThrough();
  const next = pipedLines(() => input);
  input.write('first\n');
  assert.equal(await next(), 'first');
  assert.equal(input.isPaused(), true);
  const second = next();
  input.write('second\n');
  assert.equal(await second, 'second');
  input.destroy();
});
