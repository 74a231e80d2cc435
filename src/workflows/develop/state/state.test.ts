import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { isAutodevError } from '../../../work/errors.ts';
import { parseState, writtenState } from './state.ts';

const seed = readFileSync(new URL('../../../../test/support/seed-state.json', import.meta.url), 'utf8');

test('a file exactly as in the seed is valid and comes back as it was', () => {
  const state = parseState(seed, 'state.json');
  assert.equal(state.feature, '실시간 채팅 기능');
  assert.deepEqual(JSON.parse(writtenState(state)), JSON.parse(seed));
});

test('MERGE is read as PR, times may have an offset, unknown fields are kept at every level', () => {
  const text = JSON.stringify({
    ...(JSON.parse(seed) as object),
    phase: 'MERGE',
    started_at: '2026-02-16T10:00:00+09:00',
    updated_at: '2026-02-16T10:00:00.123Z',
    later: { a: 1 },
    gates: { review_clean_pass: true, architect_verified: false, re_review_clean: false, later: 'x' },
    checkpoints: { 'cp-1': { status: 'passed', iteration: 2, note: 'n' } },
  });
  const state = parseState(text, 'state.json');
  assert.equal(state.phase, 'PR');
  const written = JSON.parse(writtenState(state)) as Record<string, Record<string, unknown>>;
  assert.deepEqual(written['later'], { a: 1 });
  assert.equal(written['gates']?.['later'], 'x');
  assert.deepEqual(written['checkpoints']?.['cp-1'], { status: 'passed', iteration: 2, note: 'n' });
});

test('strategy and checkpoints may be absent', () => {
  const gates = { review_clean_pass: false, architect_verified: false, re_review_clean: false };
  const state = parseState(JSON.stringify({ phase: 'DESIGN', feature: 'x', gates }), 's');
  assert.equal(state.checkpoints, undefined);
  assert.equal(state.strategy, undefined);
});

const broken: Record<string, [string, RegExp]> = {
  empty: ['', /empty/],
  truncated: [seed.slice(0, 100), /not JSON/],
  'a list': ['[]', /expected object/i],
  'an unknown phase': [seed.replace('IMPLEMENT', 'CODING'), /phase/],
  'a gate that is a word': [
    seed.replace('"review_clean_pass": true', '"review_clean_pass": "yes"'),
    /review_clean_pass/,
  ],
  'a fourth attempt': [seed.replace('"iteration": 2', '"iteration": 4'), /iteration/],
  'an unknown status': [seed.replace('"passed"', '"maybe"'), /status/],
  'a time that is none': [seed.replace('2026-02-16T10:00:00', 'yesterday'), /started_at/],
};
for (const [name, [text, why]] of Object.entries(broken)) {
  test(`${name} is reported with what is wrong`, () => {
    assert.throws(
      () => parseState(text, 'state.json'),
      (error) => isAutodevError(error, 'invalid_input') && why.test(error.why ?? ''),
    );
  });
}
