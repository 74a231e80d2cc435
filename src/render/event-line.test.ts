import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { eventLine } from './event-line.ts';
import { at, local } from './moments.ts';

describe('an event as a line', () => {
  test('is one line, whatever its error says', () => {
    const line = eventLine({
      type: 'repo.failed',
      repo: 'o/r',
      message: 'git failed\n  fatal: no\n\nhint: x\n',
    });
    assert.equal(line, 'cannot scan o/r: git failed fatal: no hint: x');
  });
});

describe('a moment', () => {
  test('is told without a distance where it has to stay true', () => {
    const iso = '2026-01-01T00:00:00.000Z';
    assert.equal(at(iso, null), local(iso));
  });
});
