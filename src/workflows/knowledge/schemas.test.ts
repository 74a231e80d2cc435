import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { z } from 'zod';
import { KNOWLEDGE } from '../../../test/support/knowledge/schemas.ts';

describe('the JSON Schemas of knowledge in docs/schemas', () => {
  for (const [name, { title, schema }] of Object.entries(KNOWLEDGE))
    test(`${name} is what the code says (else run docs/schemas/generate.mjs)`, async () => {
      const written = await readFile(new URL(`../../../docs/schemas/${name}.json`, import.meta.url), 'utf8');
      assert.deepEqual(JSON.parse(written), { title, ...z.toJSONSchema(schema) });
    });
});
