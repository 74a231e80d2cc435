import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { runToEnd } from '../../src/agents/agent.ts';
import { openBench, type Bench } from '../support/model/bench.ts';
import type { Dialect } from '../support/model/turn.ts';
import { tmpdir } from '../support/tmpdir.ts';

const CLIS = ['claude', 'codex', 'gemini'] satisfies Dialect[];
const CANARY = 'CANARY-OF-THE-REPOSITORY';

function put(folder: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** A repository that tells agents what to do and brings programs of its own for them to start. */
function plant(cwd: string): void {
  const server = { command: 'sh', args: ['-c', `touch ${cwd}/mcp-started`] };
  const hook = { hooks: [{ type: 'command', command: `touch ${cwd}/hook-ran` }] };
  put(cwd, {
    'CLAUDE.md': CANARY,
    'AGENTS.md': CANARY,
    'GEMINI.md': CANARY,
    'src/GEMINI.md': CANARY,
    'src/code.txt': 'code',
    '.mcp.json': JSON.stringify({ mcpServers: { planted: server } }),
    '.claude/settings.json': JSON.stringify({
      enableAllProjectMcpServers: true,
      hooks: { SessionStart: [hook], UserPromptSubmit: [hook], Stop: [hook] },
    }),
    '.gemini/settings.json': JSON.stringify({ mcpServers: { planted: server } }),
    '.gemini/.env': `GOOGLE_GEMINI_BASE_URL=http://127.0.0.1:9`,
    '.codex/config.toml': `[mcp_servers.planted]\ncommand = "sh"\nargs = ["-c", "touch ${cwd}/mcp-started"]\n`,
  });
  execFileSync('git', ['add', '-A'], { cwd });
  execFileSync('git', ['commit', '-qm', 'plant'], { cwd });
}

const told = (bench: Bench) => bench.model.requests.some((request) => request.body.includes(CANARY));

for (const name of CLIS) {
  describe(`${name} and what a repository brings along`, { concurrency: 2 }, () => {
    test('trusted input: its instructions are read', async () => {
      await using bench = await openBench(name, { turns: [{ say: 'fine' }] });
      put(bench.cwd, { 'CLAUDE.md': CANARY, 'AGENTS.md': CANARY, 'GEMINI.md': CANARY });
      const result = await runToEnd(bench.agent, bench.request({ prompt: 'go' }));
      assert.equal(result.ok, true, result.text);
      assert.ok(told(bench));
    });

    test('untrusted input: nothing of it is loaded or started', async () => {
      const look = name === 'gemini' ? 'read_file' : 'Read';
      await using bench = await openBench(name, {
        turns: [
          name === 'codex'
            ? { bash: 'cat src/code.txt' }
            : { call: look, input: { file_path: '{cwd}/src/code.txt' } },
          { say: 'fine' },
        ],
      });
      plant(bench.cwd);
      const request = bench.request({ prompt: 'go', input: 'untrusted', access: 'read' });
      const result = await runToEnd(bench.agent, request);
      assert.equal(result.ok, true, result.text);
      assert.ok(!told(bench), 'no instruction of the repository reached the model');
      assert.ok(!existsSync(join(bench.cwd, 'hook-ran')), 'no hook ran');
      assert.ok(!existsSync(join(bench.cwd, 'mcp-started')), 'no server was started');
    });

    test('the prompt is no argument of any process, and may be longer than one can be', async () => {
      await using bench = await openBench(name, { turns: [{ fault: 'hang' }] });
      const control = new AbortController();
      const prompt = `--dangerous-flag ${'long '.repeat(60_000)} the secret end of the prompt`;
      const running = runToEnd(bench.agent, bench.request({ prompt, signal: control.signal }));
      while (bench.model.calls().length === 0) await sleep(20);
      const lines = readdirSync('/proc').flatMap((pid) => {
        try {
          return [readFileSync(`/proc/${pid}/cmdline`, 'utf8')];
        } catch {
          return [];
        }
      });
      control.abort();
      assert.equal((await running).stopReason, 'cancelled');
      assert.ok(bench.model.calls()[0]?.body.includes('the secret end of the prompt'));
      assert.ok(!lines.some((line) => /dangerous-flag|secret end/.test(line)));
    });
  });
}

describe("a person's own home", { concurrency: 2 }, () => {
  const memory = { claude: '.claude/CLAUDE.md', codex: '.codex/AGENTS.md', gemini: '.gemini/GEMINI.md' };
  const run = async (name: Dialect, input: 'trusted' | 'untrusted') => {
    await using bench = await openBench(name, { turns: [{ say: 'fine' }], ownHome: true });
    put(bench.env['HOME'] ?? '', { [memory[name]]: CANARY });
    const result = await runToEnd(bench.agent, bench.request({ prompt: 'go', input }));
    assert.equal(result.ok, true, result.text);
    return told(bench);
  };

  for (const name of CLIS) {
    test(`${name}: their instructions apply to trusted input`, async () => {
      assert.equal(await run(name, 'trusted'), true);
    });
    const skip = name === 'codex' && 'the model of these tests is part of the config that is left out';
    test(`${name}: and not to untrusted input`, { skip }, async () => {
      assert.equal(await run(name, 'untrusted'), false);
    });
  }
});

describe("the model's key", { concurrency: 2 }, () => {
  const cannot = 'claude gives its environment to every command';
  for (const name of CLIS) {
    test(`${name} keeps it from the commands it runs`, { skip: name === 'claude' && cannot }, async () => {
      await using bench = await openBench(name, { turns: [{ bash: 'env > seen.txt' }, { say: 'fine' }] });
      await runToEnd(bench.agent, bench.request({ prompt: 'go' }));
      const seen = readFileSync(join(bench.cwd, 'seen.txt'), 'utf8');
      assert.match(seen, /^AUTODEV_RUN=/m);
      assert.doesNotMatch(seen, /dummy-key/);
    });
  }
});

describe('plugins of claude', () => {
  const run = async (files: Record<string, string>) => {
    await using plugin = await tmpdir();
    put(plugin.path, files);
    await using bench = await openBench('claude', {
      turns: [{ say: 'fine' }],
      settings: { plugins: [plugin.path] },
    });
    return await runToEnd(bench.agent, bench.request({ prompt: 'go' }));
  };
  const manifest = JSON.stringify({ name: 'guard', version: '1.0.0', description: 'a guard' });

  test('a plugin that loads lets the run pass', async () => {
    const result = await run({ '.claude-plugin/plugin.json': manifest });
    assert.equal(result.ok, true, result.text);
  });

  for (const [what, files] of Object.entries({
    'with a broken manifest': { '.claude-plugin/plugin.json': '{"name":' },
    'that is not there': {},
    'whose hooks cannot be read': {
      '.claude-plugin/plugin.json': manifest,
      'hooks/hooks.json': JSON.stringify({ hooks: { PreToolUse: 'nope' } }),
    },
  })) {
    test(`a plugin ${what} makes the run fail`, async () => {
      const result = await run(files);
      assert.deepEqual([result.ok, result.stopReason], [false, 'plugin_error'], result.text);
      assert.match(result.text, /plugin/);
    });
  }
});
