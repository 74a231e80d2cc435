import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { runToEnd, type AgentEvent } from '../../src/agents/agent.ts';
import type { SandboxRules } from '../../src/host/sandbox/sandbox.ts';
import { findProgram } from '../../src/host/process/find-program.ts';
import { sandboxWorks } from '../../src/host/sandbox/works.ts';
import { root } from '../support/gate.ts';
import { testHost } from '../support/host.ts';
import { APPROVE, IMPLEMENT, openFlowWorld } from '../support/flow-world.ts';
import { openBench } from '../support/model/bench.ts';
import type { Dialect } from '../support/model/turn.ts';
import { tmpdir } from '../support/tmpdir.ts';

const host = testHost();
const skip = !(await sandboxWorks(host.processes, host.env)) && 'bubblewrap does not work here';
const RULES: SandboxRules = { hidden: [], read: [], write: [], allowHosts: [], required: true };

function put(folder: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

describe("claude in a sandbox, with a person's own home", { skip }, () => {
  test('reads their settings and cannot change them; transcripts are kept, a login of somebody else is not', async () => {
    const mischief = [
      'cat ~/.ssh/id ~/.claude/history.jsonl ~/.claude/projects/-other/x.jsonl',
      'echo "{}" > ~/.claude/settings.json',
      'mkdir -p ~/.claude/hooks && echo x > ~/.claude/hooks/x',
      'echo x >> ~/.claude.json',
      'printf stolen > ~/.claude/.credentials.json',
      '(cd ~/.claude/projects/*/ && ln -s /etc/passwd link && mkfifo pipe.jsonl)',
      'echo made > made.txt',
    ].join('\n');
    await using bench = await openBench('claude', {
      turns: [{ bash: 'sh ./mischief.sh' }, { say: 'fine' }],
      ownHome: true,
      sandbox: RULES,
    });
    const home = bench.env['HOME'] ?? '';
    put(home, {
      '.ssh/id': 'THE-KEY',
      '.claude/history.jsonl': 'THE-KEY',
      '.claude/projects/-other/x.jsonl': 'THE-KEY',
      '.claude/settings.json': '{"model":"sonnet"}',
      '.claude/CLAUDE.md': 'CANARY-OF-THE-PERSON',
      '.claude/.credentials.json': '{}',
      '.claude.json': '{"numStartups":1}',
    });
    put(bench.cwd, { 'mischief.sh': mischief });
    const events: AgentEvent[] = [];
    const result = await runToEnd(bench.agent, bench.request({ prompt: 'go' }), (e) => events.push(e));
    assert.equal(result.ok, true, result.text);
    const asked = bench.model.calls().map((call) => call.body);
    assert.ok(asked[0]?.includes('CANARY-OF-THE-PERSON'), 'their instructions apply');
    assert.ok(!asked.some((body) => body.includes('THE-KEY')), 'nothing secret reached the model');
    const read = (path: string) => readFileSync(join(home, path), 'utf8');
    assert.equal(read('.claude/settings.json'), '{"model":"sonnet"}');
    assert.equal(read('.claude.json'), '{"numStartups":1}');
    assert.equal(existsSync(join(home, '.claude/hooks')), false);
    assert.equal(read('.claude/.credentials.json'), '{}');
    const notices = events.flatMap((event) => (event.type === 'notice' ? [event.text] : [])).join('\n');
    assert.match(notices, /credentials\.json was changed in the sandbox, and that is not kept/);
    assert.match(notices, /link is not a regular file, and was removed/);
    assert.equal(readFileSync(join(bench.cwd, 'made.txt'), 'utf8'), 'made\n');
    const transcripts = readdirSync(join(home, '.claude/projects'), { recursive: true }).map(String);
    assert.ok(!transcripts.some((name) => /link|pipe/.test(name)), 'nothing but transcripts');
    assert.ok(
      transcripts.some((name) => name.endsWith(`${result.sessionId}.jsonl`)),
      'the session index finds it',
    );
  });
});

describe('the model of an agent in a sandbox', { skip }, () => {
  for (const name of ['claude', 'codex', 'gemini'] satisfies Dialect[])
    test(`${name} asks it with a key that it does not have, and nobody else`, async () => {
      const look = [
        'env > env.txt',
        'for url in http://allowed.invalid/ http://other.invalid/; do',
        '  curl -sS -m 10 -o answer.txt -w "%{http_code} $url\\n" $url >> codes.txt 2>&1; cat answer.txt >> codes.txt',
        'done',
      ].join('\n');
      await using bench = await openBench(name, {
        turns: [{ bash: 'sh ./look.sh' }, { say: 'fine' }],
        sandbox: { ...RULES, allowHosts: ['allowed.invalid'] },
        settings: { retries: 0 },
      });
      put(bench.cwd, { 'look.sh': look });
      const events: AgentEvent[] = [];
      const result = await runToEnd(bench.agent, bench.request({ prompt: 'go' }), (e) => events.push(e));
      assert.equal(result.ok, true, result.text);
      const { headers } = bench.model.calls()[0] ?? { headers: {} };
      assert.match(JSON.stringify(headers), /dummy-key/, 'the model was shown the key');
      assert.doesNotMatch(readFileSync(join(bench.cwd, 'env.txt'), 'utf8'), /dummy-key/);
      const codes = readFileSync(join(bench.cwd, 'codes.txt'), 'utf8');
      assert.match(codes, /^403 http:\/\/other\.invalid\/$/m);
      assert.match(codes, /other\.invalid:80 is not in sandbox\.allow_hosts/);
      assert.match(codes, /^502 http:\/\/allowed\.invalid\/$/m, 'let through, and there is nobody');
      assert.ok(
        events.some((event) => event.type === 'notice' && /other\.invalid:80/.test(event.text)),
        'the refusal is an event of the session',
      );
    });

  test('what a command asks on its own is counted, and ends with the budget', async () => {
    const question = JSON.stringify({
      model: 'claude-sonnet-4-5',
      max_tokens: 10,
      tools: [{ name: 'none', input_schema: { type: 'object' } }],
      messages: [{ role: 'user', content: 'a question of its own' }],
    });
    const ask = `for i in 1 2 3; do curl -sS -o /dev/null -w "%{http_code}\\n" -H "x-api-key: $ANTHROPIC_API_KEY" -H "content-type: application/json" -d '${question}' $ANTHROPIC_BASE_URL/v1/messages; done > codes.txt`;
    await using bench = await openBench('claude', {
      turns: [{ bash: 'sh ./ask.sh' }, { say: 'fine' }],
      others: [
        { when: /a question of its own/, turns: [{ say: 'x', usage: { input: 100_000, output: 1 } }] },
      ],
      sandbox: RULES,
    });
    put(bench.cwd, { 'ask.sh': ask });
    const limits = { turns: 10, budgetUsd: 0.5, wallMs: 60_000, idleMs: 30_000 };
    const result = await runToEnd(bench.agent, bench.request({ prompt: 'go', limits }));
    assert.equal(result.stopReason, 'budget_limit', result.text);
    assert.ok(result.costUsd >= 0.6, `${result.costUsd}`);
    assert.deepEqual(readFileSync(join(bench.cwd, 'codes.txt'), 'utf8').split('\n').slice(0, 2), [
      '200',
      '200',
    ]);
  });
});

test('a session of the daemon is shut in, and what it made reaches the pull request', { skip }, async () => {
  const probe = [
    'for f in ../../../../config.yaml ../../../../autodev.db ../main/.git/hooks/post-commit; do',
    '  cat $f 2>/dev/null && echo "read $f"; echo x 2>/dev/null > $f && echo "wrote $f"; done',
    `cat /proc/${process.pid}/environ 2>/dev/null && echo "read environ"`,
    '(setsid sleep 8765 &); echo done',
  ].join('\n');
  await using world = await openFlowWorld({
    repo: { checks: [['sh', '-c', 'test ! -e ../../../../autodev.db && touch checked && test -s seen.txt']] },
    config: { sandbox: { mode: 'required' } },
    script: () => [
      { when: { schema: 'analysis' }, steps: [IMPLEMENT] },
      {
        when: { prompt: /Implement an issue/ },
        steps: [
          { do: 'write', path: 'probe.sh', text: probe },
          { do: 'run', command: ['sh', '-c', 'sh probe.sh > seen.txt; rm probe.sh'] },
          { do: 'say', text: 'looked around' },
        ],
      },
      { when: { schema: 'review' }, steps: [APPROVE] },
    ],
  });
  const number = await world.issue('look around');
  await world.until('it is done', async () => (await world.labels(number)).includes('autodev:done'));
  const [pull] = await world.get<{ number: number }[]>('/pulls?state=all');
  const files = await world.get<{ filename: string; patch: string }[]>(`/pulls/${pull?.number}/files`);
  assert.deepEqual(
    files.map(({ filename, patch }) => [filename, patch.split('\n').slice(1)]),
    [['seen.txt', ['+done']]],
  );
});

describe('where bubblewrap is not installed', () => {
  /** A PATH with nothing on it but what autodev itself needs. */
  const doctor = async (config: string) => {
    await using tmp = await tmpdir();
    const bin = join(tmp.path, 'bin');
    mkdirSync(bin);
    for (const name of ['git', 'sh', 'perl']) {
      const found = await findProgram(name, host.env['PATH'] ?? '');
      if (found !== undefined) symlinkSync(found, join(bin, name));
    }
    put(tmp.path, { 'autodev/config.yaml': config });
    const done = await host.processes.run(
      process.execPath,
      ['--no-warnings', join(root, 'bin', 'autodev.mjs'), 'doctor', '--json', '--offline'],
      { env: { PATH: bin, HOME: tmp.path, AUTODEV_HOME: join(tmp.path, 'autodev'), LANG: 'C.UTF-8' } },
    );
    const { checks } = JSON.parse(done.stdout.toString()) as {
      checks: { name: string; status: string; message: string; todo: string[] }[];
    };
    const check = checks.find(({ name }) => name === 'sandbox');
    return { code: done.code, status: check?.status, said: `${check?.message} ${check?.todo.join(' ')}` };
  };

  test('the doctor says loudly that there is no sandbox, and how to get one', async () => {
    const { status, said } = await doctor('agent: { default: scripted }\n');
    assert.equal(status, 'warning');
    assert.match(said, /NO SANDBOX.*Install bubblewrap/);
  });

  test('with sandbox.mode: required it stands in the way of a start', async () => {
    const { code, status, said } = await doctor('sandbox: { mode: required }\n');
    assert.deepEqual([code, status], [1, 'problem']);
    assert.match(said, /nothing would run/);
  });
});
