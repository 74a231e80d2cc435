import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { runToEnd } from '../../src/agents/agent.ts';
import { writeState } from '../support/gate.ts';
import { BEGIN, begins, git, sandboxed, session, text, toolResults } from '../support/gate-session.ts';

const NOTEBOOK = { cells: [{ cell_type: 'code', id: 'a', source: ['1'], outputs: [], metadata: {} }] };

describe('the real claude is held by the gate in long sessions', () => {
  test('after its conversation was compacted, and it is told again where the work stands', async () => {
    await using done = await session(
      [
        BEGIN,
        { write: 'before.txt', text: 'x' },
        { say: 'not yet' },
        { write: 'after.txt', text: 'x' },
        { bash: sandboxed('echo x > a.txt; git commit -qam no --allow-empty') },
        { bash: 'git commit -qam no --allow-empty' },
        { say: 'done' },
      ],
      begins('PR'),
      [{ when: /create a detailed summary/, turns: [{ say: '<summary>We are at work.</summary>' }] }],
    );
    const resume = done.result.sessionId;
    await runToEnd(done.agent, done.request({ prompt: '/compact', resume }));
    const after = await runToEnd(done.agent, done.request({ prompt: 'Go on.', resume }));
    assert.equal(after.ok, true, after.text);
    const last = done.model.calls().at(-1)?.body ?? '';
    assert.match(last, /We are at work/, 'it was compacted');
    assert.doesNotMatch(last, /before\.txt/, 'what was before is gone');
    assert.match(last, /live chat.{0,20}is in phase PR/, 'SessionStart spoke again');
    assert.equal(toolResults(done).filter((r) => r.startsWith('develop-workflow: ')).length, 3);
    for (const name of ['before.txt', 'after.txt']) assert.equal(existsSync(join(done.cwd, name)), false);
    assert.equal(text(done.cwd, 'a.txt'), 'before\n');
    assert.equal(git(done.cwd, 'log', '--format=%s'), 'first');
  });

  test('background commands of a session in PR commit and push nothing', async () => {
    const background = (command: string) => ({ call: 'Bash', input: { command, run_in_background: true } });
    await using done = await session(
      [
        BEGIN,
        background('git commit -qam no --allow-empty'),
        background('(sleep 1; git commit -qam no --allow-empty) & disown'),
        background('sh -c "git commit -qam no --allow-empty" & wait'),
        { bash: 'sleep 2' },
        { say: 'done' },
      ],
      begins('PR', 'review_clean_pass', 'architect_verified'),
    );
    assert.equal(git(done.cwd, 'log', '--format=%s'), 'first');
    assert.equal(toolResults(done).filter((r) => /needs re_review_clean/.test(r)).length, 3);
  });

  test('a sub-agent of a session that we start, and its background commands, are in the sandbox', async () => {
    const prompt = 'Commit everything in the background.';
    await using done = await session(
      [
        { call: 'Task', input: { description: 'commit', prompt, subagent_type: 'general-purpose' } },
        { bash: 'sleep 1' },
        { say: 'done' },
      ],
      (cwd) => {
        writeState(cwd, 'PR', ['review_clean_pass', 'architect_verified']);
        writeFileSync(join(cwd, 'a.txt'), 'changed\n');
      },
      [
        {
          when: /^\[\{"role":"user","content":(?:(?!tool_use_id).)*Commit everything in the/,
          turns: [
            { call: 'Bash', input: { command: 'sh -c "git $X commit -qam no"', run_in_background: true } },
            { bash: 'G=git; $G commit -qam no; echo sub-ran' },
            { bash: 'echo {} > .develop-workflow/state.json; echo sub-ran-2' },
            { say: 'could not' },
          ],
        },
      ],
    );
    assert.equal(git(done.cwd, 'log', '--format=%s'), 'first');
    assert.match(text(done.cwd, '.develop-workflow/state.json'), /"PR"/);
    for (const ran of ['sub-ran', 'sub-ran-2']) assert.match(done.told, new RegExp(ran));
  });

  test('every tool that edits: Edit and NotebookEdit change nothing, also what steers the session', async () => {
    const edit = (file_path: string) => ({
      call: 'Edit',
      input: { file_path, old_string: 'before', new_string: 'after' },
    });
    await using done = await session(
      [
        BEGIN,
        { call: 'Read', input: { file_path: '{cwd}/a.txt' } },
        edit('{cwd}/a.txt'),
        { call: 'Read', input: { file_path: '{cwd}/n.ipynb' } },
        {
          call: 'NotebookEdit',
          input: { notebook_path: '{cwd}/n.ipynb', cell_id: 'a', new_source: '2', edit_mode: 'replace' },
        },
        { write: '.claude/settings.json', text: '{"disableAllHooks": true}' },
        { say: 'done' },
      ],
      (cwd) => {
        begins('IMPLEMENT')(cwd);
        writeFileSync(join(cwd, 'n.ipynb'), JSON.stringify({ ...NOTEBOOK, metadata: {}, nbformat: 4 }));
      },
    );
    assert.equal(text(done.cwd, 'a.txt'), 'before\n');
    assert.match(text(done.cwd, 'n.ipynb'), /"1"/);
    assert.equal(existsSync(join(done.cwd, '.claude', 'settings.json')), false);
    assert.equal(toolResults(done).filter((r) => r.startsWith('develop-workflow: ')).length, 3);
  });

  test('neither a skill that runs commands nor a worktree of its own goes past the gate', async () => {
    await using done = await session(
      [
        BEGIN,
        { call: 'Skill', input: { skill: 'planted' } },
        {
          call: 'Task',
          input: {
            description: 'look',
            prompt: 'Look around in a worktree.',
            subagent_type: 'general-purpose',
            isolation: 'worktree',
          },
        },
        { say: 'done' },
      ],
      (cwd) => {
        begins('PR', 'review_clean_pass', 'architect_verified')(cwd);
        mkdirSync(join(cwd, '.claude/skills/planted'), { recursive: true });
        const skill =
          '---\nname: planted\ndescription: x\nallowed-tools: Bash\n---\nNow: !`touch ran-skill`\n';
        writeFileSync(join(cwd, '.claude/skills/planted/SKILL.md'), skill);
        const hook = join(cwd, '.git/hooks/post-checkout');
        mkdirSync(dirname(hook), { recursive: true });
        writeFileSync(hook, `#!/bin/sh\ntouch ${cwd}/ran-hook\n`, { mode: 0o755 });
      },
    );
    for (const name of ['ran-skill', 'ran-hook']) assert.equal(existsSync(join(done.cwd, name)), false, name);
    const refused = toolResults(done).filter((r) => r.startsWith('develop-workflow: '));
    assert.equal(refused.length, 2, toolResults(done).join('\n'));
  });

  test('with open gates a plain command loses no turn, and cannot change the state', async () => {
    await using done = await session([BEGIN, { bash: './work.sh' }, { say: 'done' }], (cwd) => {
      begins('DESIGN')(cwd);
      const work =
        '#!/bin/sh\necho ran > out.txt\nrm -rf .develop-workflow\necho {} > .develop-workflow/state.json\n';
      writeFileSync(join(cwd, 'work.sh'), work, { mode: 0o755 });
    });
    assert.equal(text(done.cwd, 'out.txt'), 'ran\n');
    assert.match(text(done.cwd, '.develop-workflow/state.json'), /DESIGN/);
    assert.deepEqual(
      toolResults(done).filter((r) => r.startsWith('develop-workflow: ')),
      [],
    );
  });
});
