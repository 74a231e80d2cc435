// node docs/schemas/generate.mjs    writes the JSON Schemas of what `autodev spec … --json` and `autodev report --json` print
import { writeFileSync } from 'node:fs';
import { z } from 'zod';
import { COMPILE_OUTPUTS } from '../../test/support/compile-schemas.ts';
import { KNOWLEDGE } from '../../test/support/knowledge/schemas.ts';
import { OUTPUTS } from '../../test/support/spec-schemas.ts';

const write = (name, title, schema) => {
  const text = `${JSON.stringify({ title, ...z.toJSONSchema(schema) }, undefined, 2)}\n`;
  writeFileSync(new URL(`${name}.json`, import.meta.url), text);
};
for (const [name, schema] of Object.entries({ ...OUTPUTS, ...COMPILE_OUTPUTS }))
  write(`spec-${name}`, `autodev spec ${name}`, schema);
for (const [name, { title, schema }] of Object.entries(KNOWLEDGE)) write(name, title, schema);
