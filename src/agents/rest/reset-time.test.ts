import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { resetTime } from './reset-time.ts';

const NOW = Date.parse('2026-11-16T05:58:20Z');

/** The first lines of each as the CLI of test/tools printed them; the others as people have reported them. */
const TOLD: readonly [said: string, at: string | undefined][] = [
  ["You've hit your session limit · resets 10:58am (UTC)", '2026-11-16T10:58:00Z'],
  ["You've hit your weekly limit · resets Nov 22, 5:58am (UTC)", '2026-11-22T05:58:00Z'],
  ["You've hit your session limit · resets 5:48am (UTC)", '2026-11-16T05:48:00Z'],
  ["You've hit your session limit · resets 5:58am (UTC)", '2026-11-16T05:58:00Z'],
  ["You've hit your session limit · resets 8:30pm (Asia/Tokyo)", '2026-11-16T11:30:00Z'],
  ["You've hit your limit · resets 11pm (America/Anchorage)", '2026-11-16T08:00:00Z'],
  ["You've hit your weekly limit · resets Nov 20 at 7pm (Europe/Paris)", '2026-11-20T18:00:00Z'],
  ['Claude usage limit reached. Your limit will reset at 12am (America/New_York).', '2026-11-16T05:00:00Z'],
  ['Claude AI usage limit reached|1794830400', '2026-11-16T12:00:00Z'],
  [
    'You’ve hit your usage limit. Upgrade to Pro (https://x.y/z), visit https://x.y to purchase more credits or try again at 10:53 AM.',
    '2026-11-16T10:53:00Z',
  ],
  [
    'You’ve hit your usage limit. Visit https://x.y or try again at Nov 22nd, 2026 5:53 AM.',
    '2026-11-22T05:53:00Z',
  ],
  [
    "You've hit your usage limit. Upgrade to Pro (https://x.y) or try again in 5 days 22 hours 11 minutes.",
    '2026-11-22T04:09:20Z',
  ],
  [
    'Rate limit reached for gpt-5 on tokens per min (TPM): Limit 30000, Used 30000. Please try again in 11.054s.',
    '2026-11-16T05:58:31.054Z',
  ],
  ['You’ve hit your usage limit. Upgrade to Pro or try again later.', undefined],
  [
    '[API Error: You exceeded your current quota. Please retry in 1h0m0s. Suggested retry after 3600s.]',
    '2026-11-16T06:58:20Z',
  ],
  [
    'Attempt 1 failed: You have exhausted your capacity on this model. Your quota will reset after 5h0m0s.. Retrying after 19281270ms...',
    '2026-11-16T10:58:20Z',
  ],
  ['[API Error: You have exhausted your daily quota on this model.]', undefined],
  [
    'API Error: Request rejected (429) · This request would exceed your account’s rate limit. Please try again later.',
    undefined,
  ],
  // What an API said, passed on as it came.
  ['429 {"error":{"details":[{"@type":"RetryInfo","retryDelay":"3600s"}]}}', '2026-11-16T06:58:20Z'],
  ['unexpected status 429 Too Many Requests, retry-after: 120', '2026-11-16T06:00:20Z'],
  ['{"type":"usage_limit_reached","resets_in_seconds":18000}', '2026-11-16T10:58:20Z'],
  ['{"type":"usage_limit_reached","resets_at":1794830400}', '2026-11-16T12:00:00Z'],
  ['{"retry_after_ms": 90000}', '2026-11-16T05:59:50Z'],
  ['resets 25:99 (Nowhere/Land)', undefined],
  ['resets 5pm (Nowhere/Land)', undefined],
];

describe('when a limit is over, as the CLIs say it', () => {
  for (const [said, at] of TOLD)
    test(said.slice(0, 100), () => {
      const found = resetTime(said, NOW, 'UTC');
      assert.equal(found, at === undefined ? undefined : Date.parse(at), new Date(found ?? 0).toISOString());
    });

  test('a time without a zone is told in the zone that the CLI was started in', () => {
    const said = 'try again at 6:53 PM.';
    assert.equal(resetTime(said, NOW, 'Asia/Seoul'), Date.parse('2026-11-16T09:53:00Z'));
  });

  test('a day without a year is the nearest, also around New Year', () => {
    const eve = Date.parse('2026-12-30T12:00:00Z');
    assert.equal(resetTime('resets Jan 3, 5am (UTC)', eve, 'UTC'), Date.parse('2027-01-03T05:00:00Z'));
    const first = Date.parse('2027-01-01T00:10:00Z');
    assert.equal(resetTime('resets Dec 31, 11pm (UTC)', first, 'UTC'), Date.parse('2026-12-31T23:00:00Z'));
  });

  test('the hour that clocks skip or repeat is one of the two moments it can be', () => {
    const before = Date.parse('2026-10-25T00:00:00Z');
    const found = resetTime('resets 2:30am (Europe/Paris)', before, 'UTC') ?? 0;
    assert.ok(
      [0, 1].some((hour) => found === Date.parse(`2026-10-25T0${hour}:30:00Z`)),
      new Date(found).toISOString(),
    );
  });
});
