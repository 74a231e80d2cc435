import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { runToEnd } from '../../src/agents/agent.ts';
import { root, writeState, type GateName } from '../support/gate.ts';
import { openBench, type Bench } from '../support/model/bench.ts';
import type { Conversation } from '../support/model/plan.ts';
import type { Turn } from '../support/model/turn.ts';

const plugin = join(root, 'plugins', 'develop-workflow');
const git = (cwd: string, ...args: string[]) => execFileSync('git', args, { cwd, encoding: 'utf8' }).trim();

/** The real claude with the plugin, in a repository with one commit; the model takes the given turns. */
async function session(
  turns: readonly Turn[],
  prepare: (cwd: string) => void,
  others: readonly Conversation[] = [],
): Promise<Bench & { told: string }> {
  const bench = await openBench('claude', { turns, others, settings: { plugins: [plugin] } });
  writeFileSync(join(bench.cwd, 'a.txt'), 'before\n');
  writeFileSync(join(bench.cwd, '.gitignore'), '.develop-workflow/\n');
  git(bench.cwd, 'add', '.');
  git(bench.cwd, 'commit', '-qm', 'first');
  prepare(bench.cwd);
  const result = await runToEnd(bench.agent, bench.request({ prompt: 'Do the work.' }));
  assert.equal(result.ok, true, `${result.stopReason}: ${result.text}\n${result.stderrTail}`);
  // The last request holds the whole conversation, with what every tool call came back with.
  const told = bench.model
    .calls()
    .map((call) => call.body)
    .join('\n');
  return { ...bench, told };
}

interface Sent {
  messages: { content: string | { type: string; content?: unknown }[] }[];
}

/** What came back from each tool call, as the model was told. */
function toolResults({ model }: Bench): string[] {
  const { messages } = JSON.parse(model.calls().at(-1)?.body ?? '{"messages":[]}') as Sent;
  return messages
    .flatMap(({ content }) => (typeof content === 'string' ? [] : content))
    .filter((block) => block.type === 'tool_result')
    .map((block) => (typeof block.content === 'string' ? block.content : JSON.stringify(block.content)));
}

const state =
  (phase: string, ...open: GateName[]) =>
  (cwd: string) =>
    void writeState(cwd, phase, open);
const text = (cwd: string, name: string) => readFileSync(join(cwd, name), 'utf8');

describe('the real claude with the plugin is held by the gate', () => {
  test('IMPLEMENT before a clean review: no tool changes a file, reading goes on, the reason reaches the model', async () => {
    await using done = await session(
      [
        { write: 'new.txt', text: 'x' },
        { call: 'Read', input: { file_path: 'a.txt' } },
        { bash: 'echo x > a.txt' },
        { bash: 'sh -c "echo x >> a.txt"' },
        { bash: 'sed -i s/before/after/ a.txt' },
        { bash: "python3 -c \"open('a.txt','w').write('x')\"" },
        { bash: 'rm -rf .develop-workflow' },
        { bash: 'autodev develop gate set review_clean_pass --evidence a.txt' },
        { bash: 'cat a.txt && git log --oneline > /dev/null' },
        { say: 'I cannot write yet.' },
      ],
      state('IMPLEMENT'),
    );
    assert.equal(text(done.cwd, 'a.txt'), 'before\n');
    assert.equal(existsSync(join(done.cwd, 'new.txt')), false);
    assert.equal(existsSync(join(done.cwd, '.develop-workflow', 'state.json')), true);
    const results = toolResults(done);
    assert.equal(results.filter((r) => /^develop-workflow: .*needs review_clean_pass/.test(r)).length, 5);
    assert.equal(results.filter((r) => /^develop-workflow: .*state is changed only by/.test(r)).length, 2);
    assert.equal(results.filter((r) => r.includes('before')).length, 2, 'reading passed');
  });

  test('IMPLEMENT after a clean review: files are written', async () => {
    await using done = await session(
      [
        { write: 'new.txt', text: 'x' },
        { bash: 'echo after > a.txt' },
        { write: '.develop-workflow/state.json', text: '{}' },
        { say: 'done' },
      ],
      state('IMPLEMENT', 'review_clean_pass'),
    );
    assert.equal(text(done.cwd, 'a.txt'), 'after\n');
    assert.equal(text(done.cwd, 'new.txt'), 'x');
    assert.match(text(done.cwd, '.develop-workflow/state.json'), /IMPLEMENT/, 'but not the state');
  });

  test('PR before the code review: nothing is committed or pushed', async () => {
    let head = '';
    await using done = await session(
      [
        { bash: 'git commit -qam second' },
        { bash: 'cd . && env A=1 git -C . commit -qam second' },
        { bash: 'git push origin HEAD' },
        { bash: 'gh pr create --fill' },
        { say: 'not yet' },
      ],
      (cwd) => {
        writeState(cwd, 'PR', ['review_clean_pass', 'architect_verified']);
        writeFileSync(join(cwd, 'a.txt'), 'changed\n');
        head = git(cwd, 'rev-parse', 'HEAD');
      },
    );
    assert.equal(git(done.cwd, 'rev-parse', 'HEAD'), head);
    assert.equal(toolResults(done).filter((r) => /phase PR needs re_review_clean/.test(r)).length, 4);
  });

  test('a sub-agent is held in the same way', async () => {
    const prompt = 'Write the file sub.txt for me please.';
    await using done = await session(
      [
        { call: 'Task', input: { description: 'write', prompt, subagent_type: 'general-purpose' } },
        { say: 'done' },
      ],
      state('IMPLEMENT'),
      [
        {
          when: /^\[\{"role":"user","content":(?:(?!tool_use_id).)*Write the file sub\.txt/,
          turns: [{ write: 'sub.txt', text: 'x' }, { bash: 'echo x > sub.txt' }, { say: 'could not' }],
        },
      ],
    );
    assert.equal(existsSync(join(done.cwd, 'sub.txt')), false);
    assert.match(done.told, /Write of .*sub\.txt: phase IMPLEMENT needs review_clean_pass/);
    assert.match(done.told, /a redirection to sub\.txt: phase IMPLEMENT needs review_clean_pass/);
  });

  test('a broken state file stays closed with the reason, and a new session is told where the work stands', async () => {
    await using done = await session([{ write: 'new.txt', text: 'x' }, { say: 'no' }], (cwd) =>
      writeFileSync(writeState(cwd, 'DESIGN'), '{"phase": "IMP'),
    );
    assert.equal(existsSync(join(done.cwd, 'new.txt')), false);
    assert.match(done.told, /not valid JSON/);
    const [first] = done.model.calls();
    assert.match(first?.body ?? '', /develop-workflow: .*cannot be read/, 'SessionStart spoke');
  });

  test('without a workflow nothing is held', async () => {
    await using done = await session(
      [{ write: 'new.txt', text: 'x' }, { bash: 'git commit -qam second --allow-empty' }, { say: 'done' }],
      () => {},
    );
    assert.equal(text(done.cwd, 'new.txt'), 'x');
    assert.equal(git(done.cwd, 'log', '--format=%s').split('\n')[0], 'second');
    assert.deepEqual(
      toolResults(done).filter((r) => r.includes('develop-workflow:')),
      [],
    );
  });
});
