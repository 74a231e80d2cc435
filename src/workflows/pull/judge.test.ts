import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Finding } from '../../work/finding.ts';
import { reviewResult } from '../../work/verdicts.ts';
import type { Reviewed } from './results.ts';
import { fingerprintOf, judgeReview } from './judge.ts';

const review = (value: Record<string, unknown>) => reviewResult.parse({ summary: 's', ...value });
const comment = (severity: string, body = 'no test covers this', line = 3) => ({
  path: 'a.js',
  line,
  body,
  severity,
  category: 'test',
});
const nobody = new Set<string>();
const round1 = (): Reviewed =>
  judgeReview('h0', review({ verdict: 'request_changes', comments: [comment('must')] }), undefined, nobody);
const only = (reviewed: Reviewed): Finding => reviewed.open[0] as Finding;

describe('a review is judged by code', () => {
  test('an open must means changes, whatever the reviewer concluded', () => {
    assert.equal(
      judgeReview('h', review({ verdict: 'approve', comments: [comment('must')] }), undefined, nobody)
        .verdict,
      'request_changes',
    );
  });

  test('a demand for changes stands with a should, not with mere remarks', () => {
    assert.equal(
      judgeReview(
        'h',
        review({ verdict: 'request_changes', comments: [comment('should')] }),
        undefined,
        nobody,
      ).verdict,
      'request_changes',
    );
    assert.equal(
      judgeReview('h', review({ verdict: 'request_changes', comments: [comment('info')] }), undefined, nobody)
        .verdict,
      'approve',
    );
  });

  test('an approval with shoulds is an approval', () => {
    assert.equal(
      judgeReview('h', review({ verdict: 'approve', comments: [comment('should')] }), undefined, nobody)
        .verdict,
      'approve',
    );
  });

  test('a finding said to be fixed is settled, and is not raised again in any later round', () => {
    const first = round1();
    const { fingerprint } = only(first);
    const second = judgeReview(
      'h1',
      review({ verdict: 'approve', earlier: [{ fingerprint, state: 'fixed' }] }),
      first,
      nobody,
    );
    assert.deepEqual(second.settled, [{ fingerprint, state: 'fixed' }]);
    assert.equal(second.verdict, 'approve');
    const third = judgeReview(
      'h2',
      review({ verdict: 'request_changes', comments: [comment('must', 'No test covers this!', 40)] }),
      second,
      new Set([fingerprint]),
    );
    assert.deepEqual(third.open, []);
    assert.equal(third.verdict, 'approve');
  });

  test('a finding that is still open keeps blocking, and is not posted a second time', () => {
    const first = round1();
    const second = judgeReview(
      'h1',
      review({
        verdict: 'request_changes',
        earlier: [{ fingerprint: only(first).fingerprint, state: 'open' }],
        comments: [comment('must')],
      }),
      first,
      nobody,
    );
    assert.equal(second.verdict, 'request_changes');
    assert.equal(second.open.length, 1);
    assert.deepEqual(second.fresh, []);
  });

  test('an earlier finding nobody mentions is open while changes are demanded, settled by an approval', () => {
    const first = round1();
    assert.equal(
      judgeReview(
        'h1',
        review({ verdict: 'request_changes', comments: [comment('should', 'something else')] }),
        first,
        nobody,
      ).open.length,
      2,
    );
    assert.equal(judgeReview('h1', review({ verdict: 'approve' }), first, nobody).verdict, 'approve');
  });

  test('the same words on another line are the same finding', () => {
    assert.equal(
      fingerprintOf({ path: 'a', category: 'bug', body: 'Off by one.' }),
      fingerprintOf({ path: 'a', category: 'bug', body: 'off by  one' }),
    );
    assert.notEqual(
      fingerprintOf({ path: 'a', category: 'bug', body: 'Off by one.' }),
      fingerprintOf({ path: 'b', category: 'bug', body: 'Off by one.' }),
    );
  });
});
