import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Remark } from './remark.ts';
import { replyText } from './reply-text.ts';

const SHA = '0123456789abcdef0123456789abcdef01234567';
const remark = (key: string): Remark => ({
  key,
  thread: 1,
  author: 'ann',
  path: 'a.txt',
  line: 1,
  outdated: false,
  body: 'no',
});
const told = (keys: string[], answers: Record<string, boolean>, sha: string | undefined = SHA) =>
  replyText(
    keys.map(remark),
    Object.entries(answers).map(([id, done]) => ({ id, done, text: `about ${id}` })),
    sha,
    'en',
  );

describe('what a person is told of a remark', () => {
  test('is that it was changed only where the session says so, and something was pushed', () => {
    assert.match(told(['t1'], { t1: true }), /about t1\s+Changed in 0123456789ab\.$/);
    assert.match(told(['t1'], { t1: false }), /about t1\s+Nothing was changed for this\.$/);
    assert.match(
      replyText([remark('t1')], [{ id: 't1', done: true, text: 'so' }], undefined, 'en'),
      /Nothing was changed/,
    );
  });

  test('of which the session said nothing is that, and where to look', () => {
    for (const answers of [{}, { t9: true }]) {
      const text = told(['t1'], answers);
      assert.match(text, /^Nothing was said about this; what was changed is 0123456789ab\./);
      assert.doesNotMatch(text, /Changed in/);
    }
    assert.match(replyText([remark('t1')], [], undefined, 'en'), /^Nothing was said about this\. Please/);
    const both = told(['t1', 't2'], { t1: true });
    assert.match(both, /Changed in 0123456789ab\.\s+Nothing was said about this/);
  });
});
