import assert from 'node:assert/strict';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { runToEnd } from '../../src/agents/agent.ts';
import { openAgent } from '../../src/agents/open.ts';
import { checkAgents } from '../../src/cli/doctor/agents.ts';
import { openBench, type Bench } from '../support/model/bench.ts';
import type { Dialect } from '../support/model/turn.ts';
import { tmpdir } from '../support/tmpdir.ts';

const CLIS = ['claude', 'codex', 'gemini'] satisfies Dialect[];

/** What doctor and a run say with a CLI of ours in place of the real one. */
async function both(bench: Bench, name: Dialect, command: string) {
  const settings = { ...bench.settings, command };
  const [check] = await checkAgents(bench.host, [{ name, settings, needed: 'it is wanted here' }]);
  const result = await runToEnd(openAgent(name, bench.host, settings), bench.request({ prompt: 'go' }));
  return { check, result };
}

/** A program that says this of itself. */
function pretend(folder: string, version: string, help: string): string {
  const path = join(folder, `cli-${version}`);
  writeFileSync(
    path,
    `#!/bin/sh\ncase "$*" in *--help*) echo '${help}';; *--version*) echo ${version};; esac\n`,
  );
  chmodSync(path, 0o755);
  return path;
}

for (const name of CLIS) {
  describe(`doctor and a run of ${name}`, () => {
    test('a CLI that is there and logged in is ready', async () => {
      await using bench = await openBench(name, { turns: [] });
      const [check] = await checkAgents(bench.host, [
        { name, settings: bench.settings, needed: 'it is wanted here' },
      ]);
      assert.equal(check?.status, 'ok', JSON.stringify(check));
      assert.match(check.version ?? '', /^\d+\.\d+\.\d+$/);
    });

    test('a missing CLI, an old one and one without a safety flag: both say what to do', async () => {
      await using bench = await openBench(name, { turns: [{ say: 'never' }] });
      await using folder = await tmpdir();
      const missing = await both(bench, name, `no-such-${name}`);
      assert.equal(missing.check?.status, 'problem');
      assert.match(missing.check.todo.join(), /was not found; install it with `npm install/);
      assert.match(missing.result.text, /was not found; install it with `npm install/);
      assert.equal(missing.result.ok, false);

      const old = await both(bench, name, pretend(folder.path, '0.0.1', 'nothing'));
      for (const said of [old.check?.todo.join(' ') ?? '', old.result.text]) {
        assert.match(said, /0\.0\.1 is too old, \d+\.\d+\.\d+ or later is needed; install/);
      }
      const bare = await both(bench, name, pretend(folder.path, '99.0.0', '--model'));
      for (const said of [bare.check?.todo.join(' ') ?? '', bare.result.text]) {
        assert.match(said, /99\.0\.0 lacks --\S+.*without which a run is not safe/);
      }
      assert.equal(bench.model.calls().length, 0, 'nothing was paid for');
    });

    test('no login: both say what to do', async () => {
      await using bench = await openBench(name, { turns: [{ say: 'never' }] });
      const keyless = Object.entries(bench.settings.extraEnv ?? {}).filter(([key]) => !key.endsWith('_KEY'));
      const settings = { ...bench.settings, extraEnv: Object.fromEntries(keyless) };
      const [check] = await checkAgents(bench.host, [{ name, settings, needed: 'it is wanted here' }]);
      assert.equal(check?.status, 'problem');
      assert.match(check.todo.join(), /not logged in; run `.*or set \w+_API_KEY/);
      const result = await runToEnd(openAgent(name, bench.host, settings), bench.request({ prompt: 'go' }));
      assert.deepEqual([result.ok, result.stopReason], [false, 'not_logged_in'], result.text);
      assert.match(result.text, /log ?in|_API_KEY/i);
    });
  });
}

test('an agent that nobody configured may be absent', async () => {
  await using bench = await openBench('claude', { turns: [] });
  const settings = { home: 'user' as const, command: 'no-such-claude' };
  const checks = await checkAgents(bench.host, [{ name: 'claude', settings, needed: undefined }]);
  assert.deepEqual(
    checks.map((check) => [check.name, check.status === 'problem']),
    [
      ['agent:claude', false],
      ['containment', false],
    ],
  );
});
