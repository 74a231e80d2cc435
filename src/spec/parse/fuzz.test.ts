import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { damaged, damagedBytes, randomSpec, seeded } from '../../../test/support/spec-samples.ts';
import { NASTY } from '../../../test/support/spec-nasty.ts';
import { parseSpec, parseSpecBytes } from './parse.ts';

/** `bench/fuzz-spec.ts` does the same a million times. */
const INPUTS = 4_000;

describe('any input at all', () => {
  test('gives a spec with lines inside the text, and the same from its bytes', () => {
    const random = seeded(11);
    for (let i = 0; i < INPUTS; i += 1) {
      const text = damaged(randomSpec(random), random);
      const parsed = parseSpec(text);
      const lines = text.split('\n').length;
      for (const { line, message } of parsed.diagnostics)
        assert.ok(line >= 1 && line <= lines + 1, `line ${line} of ${lines}: ${message}\n${text}`);
      for (const { line, name } of Object.values(parsed.spec.exports).flat())
        assert.ok(line >= 1 && line <= lines && name !== '', `${name} on line ${line}\n${text}`);
      // A lone surrogate has no UTF-8 form.
      if (text.isWellFormed()) assert.deepEqual(parseSpecBytes(Buffer.from(text)), parsed, text);
    }
  });

  test('of bytes that are no text gives a spec as well', () => {
    const random = seeded(12);
    for (let i = 0; i < INPUTS / 2; i += 1) parseSpecBytes(damagedBytes(randomSpec(random), random));
    parseSpecBytes(Buffer.alloc(0));
    parseSpecBytes(Buffer.from([0xef, 0xbb, 0xbf]));
    parseSpecBytes(Buffer.alloc(1_000, 0xff));
  });

  test('of a size nobody writes by hand gives a spec as well', () => {
    for (const make of Object.values(NASTY)) parseSpecBytes(Buffer.from(make(1_000_000)));
  });
});
