import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { runToEnd } from '../../src/agents/agent.ts';
import type { BoxRules } from '../../src/host/box/box.ts';
import { boxWorks } from '../../src/host/box/works.ts';
import { testHost } from '../support/host.ts';
import { openBench } from '../support/model/bench.ts';

const host = testHost();
const skip = !(await boxWorks(host.processes, host.env)) && 'bubblewrap does not work here';
const RULES: BoxRules = { hidden: [], read: [], write: [], required: true };

function put(folder: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

describe("claude in a box, with a person's own home", { skip }, () => {
  test('reads their settings and cannot change them; transcripts and a renewed login are kept', async () => {
    const mischief = [
      'cat ~/.ssh/id ~/.claude/history.jsonl ~/.claude/projects/-other/x.jsonl',
      'echo "{}" > ~/.claude/settings.json',
      'mkdir -p ~/.claude/hooks && echo x > ~/.claude/hooks/x',
      'echo x >> ~/.claude.json',
      'printf renewed > ~/.claude/.credentials.json',
      'echo made > made.txt',
    ].join('\n');
    await using bench = await openBench('claude', {
      turns: [{ bash: 'sh ./mischief.sh' }, { say: 'fine' }],
      ownHome: true,
      box: RULES,
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
    const result = await runToEnd(bench.agent, bench.request({ prompt: 'go' }));
    assert.equal(result.ok, true, result.text);
    const asked = bench.model.calls().map((call) => call.body);
    assert.ok(asked[0]?.includes('CANARY-OF-THE-PERSON'), 'their instructions apply');
    assert.ok(!asked.some((body) => body.includes('THE-KEY')), 'nothing secret reached the model');
    const read = (path: string) => readFileSync(join(home, path), 'utf8');
    assert.equal(read('.claude/settings.json'), '{"model":"sonnet"}');
    assert.equal(read('.claude.json'), '{"numStartups":1}');
    assert.equal(existsSync(join(home, '.claude/hooks')), false);
    assert.equal(read('.claude/.credentials.json'), 'renewed');
    assert.equal(readFileSync(join(bench.cwd, 'made.txt'), 'utf8'), 'made\n');
    const transcripts = readdirSync(join(home, '.claude/projects'), { recursive: true }).map(String);
    assert.ok(
      transcripts.some((name) => name.endsWith(`${result.sessionId}.jsonl`)),
      'the session index finds it',
    );
  });
});
