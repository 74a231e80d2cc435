import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isAutodevError } from '../../../work/errors.ts';
import { checkedPlace, readTail } from './tail.ts';

async function* chunks(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text);
}

describe('the end of a log', () => {
  test('is all of a short one, and whole lines of a long one', async () => {
    assert.deepEqual(await readTail(chunks('one\n', 'two\n'), 100), { text: 'one\ntwo\n', cut: false });
    assert.deepEqual(await readTail(chunks('one\n', 'two\n', 'three\n'), 12), {
      text: 'two\nthree\n',
      cut: true,
    });
    assert.deepEqual(await readTail(null, 10), { text: '', cut: false });
  });

  test('of one endless line is its last bytes, also in the middle of a character', async () => {
    const { text, cut } = await readTail(chunks('가'.repeat(1_000)), 10);
    assert.ok(cut && text.endsWith('가가가') && text.length <= 6, text);
  });

  test('of a log without end is given up on, with no more than a little of it held', async () => {
    const piece = Buffer.alloc(1024 * 1024, 'x');
    let sent = 0;
    async function* endless() {
      for (;;) {
        sent += 1;
        yield piece;
      }
    }
    const { text, cut } = await readTail(endless(), 1_000);
    assert.deepEqual([text.length, cut], [1_000, true]);
    assert.ok(sent < 100, `${sent} pieces`);
  });

  test('is read over https or from the forge itself, from nowhere else', () => {
    const api = 'http://127.0.0.1:8080/api/v3';
    assert.equal(checkedPlace(api, 'https://logs.example/x?sig=1'), 'https://logs.example/x?sig=1');
    assert.equal(checkedPlace(api, '/_logs/1'), 'http://127.0.0.1:8080/_logs/1');
    for (const bad of [
      'http://logs.example/x',
      'file:///etc/passwd',
      'ftp://x/y',
      'http://127.0.0.1:9/x',
      'http://',
    ])
      assert.throws(
        () => checkedPlace(api, bad),
        (error) => isAutodevError(error, 'forge_rejected'),
        bad,
      );
  });
});
