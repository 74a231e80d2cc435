import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { tmpdir } from '../../../test/support/tmpdir.ts';
import { loadConfig } from '../../config/load.ts';
import { checkScript } from './script.ts';

describe('doctor and the scripted agent', () => {
  test('a script that is missing or cannot be read stands in the way; not configured, nothing is said', async () => {
    await using tmp = await tmpdir();
    const found = async (text: string) => {
      await writeFile(join(tmp.path, 'config.yaml'), text);
      return checkScript(await loadConfig(tmp.path, {}));
    };
    assert.deepEqual(await found('agent: {default: claude}\n'), []);
    const named = (script: string) => `agent: {default: scripted, scripted: {script: ${script}}}\n`;
    await writeFile(join(tmp.path, 'bad.json'), '{"sessions": 3}');
    for (const text of ['agent: {default: scripted}\n', named('none.json'), named('bad.json')])
      assert.equal((await found(text))[0]?.status, 'problem', text);
  });
});
