import assert from 'node:assert/strict';
import { test } from 'node:test';
import { damaged, randomSpec, seeded } from '../../../test/support/spec-samples.ts';
import { NASTY } from '../../../test/support/spec-nasty.ts';
import { parseSpecBytes } from '../parse/parse.ts';
import { Source } from '../parse/source.ts';
import { canonicalPath } from '../references/canonical.ts';
import { moduleRecord } from './record.ts';
import { recordBytes, recordFrom } from './record-bytes.ts';

const INPUTS = 2_000;

test('a record says what the whole spec says, of any text, and is the same when remembered', () => {
  const random = seeded(21);
  for (let i = 0; i < INPUTS; i += 1) {
    const sample = randomSpec(random);
    const bytes = Buffer.from(i % 4 === 0 ? sample : damaged(sample, random));
    const { spec, references } = parseSpecBytes(bytes);
    const { functions, types, classes, enums, variables } = spec.exports;
    const record = moduleRecord('a/b', new Source(bytes));
    assert.deepEqual(
      record,
      {
        summary: spec.summary,
        schema_version: spec.schema_version,
        symbols: [
          ...functions.map(({ name, signature, line }) => ({ name, kind: 'function', signature, line })),
          ...types.map(({ name, definition, line }) => ({ name, kind: 'type', signature: definition, line })),
          ...classes.map(({ name, constructor_signature: signature, line }) => ({
            name,
            kind: 'class',
            signature,
            line,
          })),
          ...enums.map(({ name, signature, line }) => ({ name, kind: 'enum', signature, line })),
          ...variables.map(({ name, signature, line }) => ({ name, kind: 'variable', signature, line })),
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
    assert.deepEqual(recordFrom(recordBytes(record)), record);
  }
});

test('a record of more than anyone writes by hand is made as well', () => {
  const headings = Array.from({ length: 200_000 }, (_, i) => `### UC-${i}`);
  const bytes = Buffer.from(['## Behavior', ...headings].join('\n'));
  assert.equal(moduleRecord('', new Source(bytes)).use_cases.length, headings.length);
  for (const make of Object.values(NASTY)) moduleRecord('', new Source(Buffer.from(make(200_000))));
});
