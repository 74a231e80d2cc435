import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { z } from 'zod';
import { randomSpec, seeded } from '../../test/support/spec-samples.ts';
import { parseSpec } from './parse/parse.ts';
import { OUTPUTS } from './schemas.ts';

describe('the JSON Schemas in docs/schemas', () => {
  for (const [name, schema] of Object.entries(OUTPUTS)) {
    test(`of ${name} is what the code says (else run docs/schemas/generate.mjs)`, async () => {
      const written = await readFile(
        new URL(`../../docs/schemas/spec-${name}.json`, import.meta.url),
        'utf8',
      );
      assert.deepEqual(JSON.parse(written), { title: `autodev spec ${name}`, ...z.toJSONSchema(schema) });
    });
  }

  test('hold for every spec', () => {
    const random = seeded(41);
    for (let i = 0; i < 300; i += 1) OUTPUTS.parse.parse(parseSpec(randomSpec(random)).spec);
  });
});
