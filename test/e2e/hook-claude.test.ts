import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { writeState } from '../support/gate.ts';
import { BEGIN, begins, git, sandboxed, session, state, text, toolResults } from '../support/gate-session.ts';

describe('the real claude with the plugin is held by the gate', () => {
  test('IMPLEMENT before a clean review: no tool changes a file, reading goes on, the reason reaches the model', async () => {
    await using done = await session(
      [
        BEGIN,
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
      begins('IMPLEMENT'),
    );
    assert.equal(text(done.cwd, 'a.txt'), 'before\n');
    assert.equal(existsSync(join(done.cwd, 'new.txt')), false);
    assert.equal(existsSync(join(done.cwd, '.develop-workflow', 'state.json')), true);
    const results = toolResults(done);
    assert.equal(results.filter((r) => /^develop-workflow: .*needs review_clean_pass/.test(r)).length, 5);
    assert.equal(results.filter((r) => /^develop-workflow: .*state is changed only by/.test(r)).length, 2);
    assert.equal(
      results.filter((r) => /\n\n.*develop-run\.cjs -- /.test(r)).length,
      5,
      'with the line to run instead',
    );
    assert.equal(results.filter((r) => /^\s*(1\s*→?\s*)?before/.test(r)).length, 2, 'reading passed');
  });

  test('IMPLEMENT after a clean review: files are written', async () => {
    await using done = await session(
      [
        { write: 'new.txt', text: 'x' },
        { bash: sandboxed('echo after > a.txt') },
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
        BEGIN,
        { call: 'Task', input: { description: 'write', prompt, subagent_type: 'general-purpose' } },
        { say: 'done' },
      ],
      begins('IMPLEMENT'),
      [
        {
          when: /^\[\{"role":"user","content":(?:(?!tool_use_id).)*Write the file sub\.txt/,
          turns: [{ write: 'sub.txt', text: 'x' }, { bash: 'echo x > sub.txt' }, { say: 'could not' }],
        },
      ],
    );
    assert.equal(existsSync(join(done.cwd, 'sub.txt')), false);
    assert.match(done.told, /Write of .*sub\.txt: phase IMPLEMENT needs review_clean_pass/);
    assert.match(done.told, /not plainly reading: phase IMPLEMENT needs review_clean_pass/);
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

  test('the offered line runs with what the phase leaves open: in a session, its sub-agents and the background', async () => {
    const prompt = 'Write the file sub.txt in the sandbox.';
    let head = '';
    await using done = await session(
      [
        BEGIN,
        {
          bash: sandboxed(
            'echo x > a.txt; git commit -qam no; cp /dev/null .develop-workflow/state.json; echo ran-1',
          ),
        },
        {
          call: 'Bash',
          input: { command: sandboxed('echo x > a.txt; git commit -qam no'), run_in_background: true },
        },
        { call: 'Bash', input: { command: 'sleep 1; git commit -qam no', run_in_background: true } },
        { bash: 'nohup sh -c "git commit -qam no" &' },
        { bash: 'sleep 3' },
        { call: 'Task', input: { description: 'write', prompt, subagent_type: 'general-purpose' } },
        { say: 'done' },
      ],
      (cwd) => {
        begins('IMPLEMENT')(cwd);
        head = git(cwd, 'rev-parse', 'HEAD');
      },
      [
        {
          when: /^\[\{"role":"user","content":(?:(?!tool_use_id).)*Write the file sub\.txt in/,
          turns: [
            { bash: sandboxed('echo x > sub.txt; echo ran-2') },
            { bash: 'cd /tmp && touch sub.txt' },
            { say: 'no' },
          ],
        },
      ],
    );
    assert.equal(text(done.cwd, 'a.txt'), 'before\n');
    assert.equal(existsSync(join(done.cwd, 'sub.txt')), false);
    assert.equal(git(done.cwd, 'rev-parse', 'HEAD'), head);
    assert.match(text(done.cwd, '.develop-workflow/state.json'), /IMPLEMENT/);
    assert.match(done.told, /ran-1/);
    assert.match(done.told, /ran-2/);
    assert.match(done.told, /Read-only file system/);
  });

  test('where we start the session, every command is in the sandbox without a lost turn', async () => {
    let head = '';
    await using done = await session(
      [
        { bash: 'echo x > a.txt; echo ran-1' },
        { bash: 'sh -c "git commit -qam no"; echo ran-2' },
        { call: 'Bash', input: { command: 'echo x > a.txt', run_in_background: true } },
        { bash: 'cp /dev/null .develop-workflow/state.json || echo ran-3' },
        { bash: 'cat a.txt && ls' },
        { write: 'new.txt', text: 'x' },
        { say: 'done' },
      ],
      (cwd) => {
        writeState(cwd, 'IMPLEMENT');
        head = git(cwd, 'rev-parse', 'HEAD');
      },
    );
    assert.equal(text(done.cwd, 'a.txt'), 'before\n');
    assert.equal(existsSync(join(done.cwd, 'new.txt')), false);
    assert.equal(git(done.cwd, 'rev-parse', 'HEAD'), head);
    for (const ran of ['ran-1', 'ran-2', 'ran-3']) assert.match(done.told, new RegExp(ran));
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
