import assert from 'node:assert/strict';
import { test } from 'node:test';
import { damaged, randomSpec, seeded } from '../../../test/support/spec-samples.ts';
import { NASTY } from '../../../test/support/spec-nasty.ts';
import { BlockList } from '../parse/blocks/block-list.ts';
import type { SymbolKind } from '../parse/symbol/classify.ts';
import { parseSpecBytes } from '../parse/parse.ts';
import { Source } from '../parse/blocks/source.ts';
import { canonicalPath } from '../references/canonical.ts';
import { moduleRecord } from './read-record.ts';
import type { IndexedSymbol } from './symbol.ts';
import { Packer } from './packer.ts';

const INPUTS = 2_000;

function symbol(name: string, kind: SymbolKind, signature: string, line: number): IndexedSymbol {
  return { name, kind, module: 'a/b', signature, anchor: `a/b/CLAUDE.md#${name}`, line };
}

test('a record says what the whole spec says, of any text', () => {
  const random = seeded(21);
  const memory = new BlockList();
  const packer = new Packer();
  for (let i = 0; i < INPUTS; i += 1) {
    const sample = randomSpec(random);
    const bytes = Buffer.from(i % 4 === 0 ? sample : damaged(sample, random));
    const { spec, references } = parseSpecBytes(bytes);
    const { functions, types, classes, enums, variables } = spec.exports;
    const record = moduleRecord('a/b', new Source(bytes), packer, memory).record('a/b');
    assert.deepEqual(
      record,
      {
        summary: spec.summary,
        schema_version: spec.schema_version,
        symbols: [
          ...functions.map(({ name, signature, line }) => symbol(name, 'function', signature, line)),
          ...types.map(({ name, definition, line }) => symbol(name, 'type', definition, line)),
          ...classes.map((one) => symbol(one.name, 'class', one.constructor_signature, one.line)),
          ...enums.map(({ name, signature, line }) => symbol(name, 'enum', signature, line)),
          ...variables.map(({ name, signature, line }) => symbol(name, 'variable', signature, line)),
        ],
        use_cases: spec.use_cases.map(({ id }) => id),
        dependencies: spec.dependencies.internal.map(({ path, symbols, line }) => ({
          path: canonicalPath('a/b', path),
          symbols,
          line,
        })),
        references: references.map(({ path, ...rest }) => ({ ...rest, path: canonicalPath('a/b', path) })),
      },
      bytes.toString(),
    );
  }
});

test('a record of more than anyone writes by hand is made as well', () => {
  const headings = Array.from({ length: 200_000 }, (_, i) => `### UC-${i}`);
  const bytes = Buffer.from(['## Behavior', ...headings].join('\n'));
  assert.equal(moduleRecord('', new Source(bytes)).record('').use_cases.length, headings.length);
  for (const make of Object.values(NASTY)) moduleRecord('', new Source(Buffer.from(make(200_000))));
});
