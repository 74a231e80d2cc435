import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sinceOf } from './since.ts';

const NOW = Date.UTC(2026, 2, 1, 12);
for (const [text, expected] of [
  ['2026-01-31', '2026-01-31T00:00:00.000Z'],
  ['2026-01-31T10:00', '2026-01-31T10:00:00.000Z'],
  ['2026-01-31 10:00:00', '2026-01-31T10:00:00.000Z'],
  ['2026-01-31T10:00:00+09:00', '2026-01-31T01:00:00.000Z'],
  ['2026-01', '2026-01-01T00:00:00.000Z'],
  ['24h', '2026-02-28T12:00:00.000Z'],
  ['7d', '2026-02-22T12:00:00.000Z'],
  ['yesterday', undefined],
  ['2026-13-01', undefined],
  ['2026-02-30', undefined],
  ['2026-02-29T10:00', undefined],
  ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ['', undefined],
] as const)
  test(`${JSON.stringify(text)} is ${expected ?? 'refused'}`, () =>
    assert.equal(sinceOf(text, NOW), expected));
