import assert from 'node:assert/strict';
import { test } from 'node:test';
import { damaged, randomSpec, seeded } from '../../../test/support/spec-samples.ts';
import { parseSpecBytes } from '../parse/parse.ts';
import { Source } from '../parse/source.ts';
import { canonicalPath } from '../references/canonical.ts';
import { moduleRecord } from './record.ts';

const INPUTS = 2_000;

test('a record says what the whole spec says, of any text', () => {
  const random = seeded(21);
  for (let i = 0; i < INPUTS; i += 1) {
    const sample = randomSpec(random);
    const bytes = Buffer.from(i % 4 === 0 ? sample : damaged(sample, random));
    const { spec, references } = parseSpecBytes(bytes);
    const { functions, types, classes, enums, variables } = spec.exports;
    assert.deepEqual(
      moduleRecord('a/b', new Source(bytes)),
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
  }
});
