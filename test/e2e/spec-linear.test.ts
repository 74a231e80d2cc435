import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { parseSpec } from '../../src/spec/parse/parse.ts';
import { NASTY } from '../support/spec-nasty.ts';

/**
 * Counts the characters that string and pattern methods look at, in place of a clock. Backtracking inside a pattern
 * does not show here: `bench/fuzz-spec.ts` measures the same texts with a clock.
 */
let work = 0;
const strings = String.prototype as unknown as Record<string, (...args: unknown[]) => unknown>;
const patterns = RegExp.prototype as unknown as Record<string, (...args: unknown[]) => unknown>;
const restore: (() => void)[] = [];

function count(
  target: typeof strings,
  name: string,
  cost: (self: unknown, args: readonly unknown[], result: unknown) => number,
): void {
  const original = target[name] as (...args: unknown[]) => unknown;
  target[name] = function counted(this: unknown, ...args: unknown[]): unknown {
    const result = original.apply(this, args);
    work += cost(this, args, result);
    return result;
  };
  restore.push(() => void (target[name] = original));
}

const length = (self: unknown) => String(self).length;

before(() => {
  count(strings, 'charCodeAt', () => 1);
  count(strings, 'indexOf', (self, [, from = 0], found) =>
    found === -1 ? Math.max(1, length(self) - Number(from)) : 1 + Number(found) - Number(from),
  );
  count(strings, 'lastIndexOf', length);
  count(strings, 'includes', length);
  count(strings, 'split', length);
  count(strings, 'replace', length);
  count(strings, 'trim', () => 1);
  count(strings, 'toLowerCase', length);
  count(patterns, 'exec', (_, [text], found) =>
    found === null
      ? length(text)
      : ((found as RegExpExecArray).index ?? 0) + String((found as RegExpExecArray)[0]).length,
  );
});
after(() => {
  for (const undo of restore) undo();
});

function workOf(text: string): number {
  work = 0;
  parseSpec(text);
  return work;
}

describe('reading a CLAUDE.md takes work in proportion to its length', () => {
  test('the counter itself tells a square from a line', () => {
    const square = (size: number) => {
      work = 0;
      const text = 'a'.repeat(size);
      for (let at = 0; at < size; at += 1) text.indexOf('b', at);
      return work;
    };
    assert.ok(square(2_000) > 3.5 * square(1_000));
  });

  for (const [name, make] of Object.entries(NASTY)) {
    test(name, () => {
      const once = workOf(make(20_000));
      const twice = workOf(make(40_000));
      assert.ok(once > 0);
      assert.ok(twice <= 2.5 * once + 1_000, `${once} → ${twice}`);
    });
  }
});
