import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testHost } from '../../../test/support/host.ts';
import { agentRequest } from '../../../test/support/request.ts';
import { tmpdir } from '../../../test/support/tmpdir.ts';
import { runToEnd } from '../agent.ts';
import { openScriptedAgent } from './open.ts';
import { loadScript } from './script.ts';

test('a script is read anew for each session: a changed one is taken over, a broken or missing one makes the agent unavailable and costs nothing', async () => {
  await using tmp = await tmpdir();
  const path = join(tmp.path, 'script.json');
  const agent = openScriptedAgent(testHost(), () => loadScript(path));
  const run = () => runToEnd(agent, agentRequest({ prompt: 'go', cwd: tmp.path }));
  const say = (text: string) =>
    writeFileSync(path, JSON.stringify({ rules: [{ when: 'go', steps: [{ do: 'say', text }] }] }));
  const missing = await run();
  assert.deepEqual([missing.stopReason, missing.costUsd], ['unavailable', 0]);
  assert.match(missing.text, /cannot read the script .*ENOENT/);
  say('one');
  assert.equal((await run()).text, 'one');
  writeFileSync(path, '{"rules": [{"when": "go", "steps": [{"do": "dance"}]}]}');
  const broken = await run();
  assert.equal(broken.stopReason, 'unavailable');
  assert.match(broken.text, /is not a script: /);
  say('two');
  assert.equal((await run()).text, 'two');
});
