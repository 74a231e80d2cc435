import assert from 'node:assert/strict';
import { join } from 'node:path';
import { writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { tmpdir } from '../../test/support/tmpdir.ts';
import { loadScript } from '../agents/scripted/script.ts';
import { DEMO_SCRIPT } from './script.ts';
import { scriptText } from './script-file.ts';

test("the demo's script says the same when workers read it from a file", async () => {
  await using tmp = await tmpdir();
  const file = join(tmp.path, 'script.json');
  await writeFile(file, scriptText(DEMO_SCRIPT));
  const read = await loadScript(file);
  const patterns = (script: typeof DEMO_SCRIPT) =>
    script.map(({ when, steps }) => [when instanceof RegExp ? when.source : JSON.stringify(when), steps]);
  assert.deepEqual(patterns(read), patterns(DEMO_SCRIPT));
  assert.ok(read.every(({ when }) => !(when instanceof RegExp) || when.flags === 's'));
});
