// node docs/schemas/generate.mjs    writes the JSON Schemas of what `autodev spec … --json` prints
import { writeFileSync } from 'node:fs';
import { z } from 'zod';
import { COMPILE_OUTPUTS } from '../../test/support/compile-schemas.ts';
import { OUTPUTS } from '../../test/support/spec-schemas.ts';

for (const [name, schema] of Object.entries({ ...OUTPUTS, ...COMPILE_OUTPUTS })) {
  const text = `${JSON.stringify({ title: `autodev spec ${name}`, ...z.toJSONSchema(schema) }, undefined, 2)}\n`;
  writeFileSync(new URL(`spec-${name}.json`, import.meta.url), text);
}
