import assert from 'node:assert/strict';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { virtualClock } from '../../../test/support/clock.ts';
import { testHost } from '../../../test/support/host.ts';
import { agentRequest } from '../../../test/support/request.ts';
import type { Role } from '../../work/roles.ts';
import { tmpdir } from '../../../test/support/tmpdir.ts';
import { analysisResult, schemaFor } from '../../work/verdicts.ts';
import { runToEnd, type AgentEvent } from '../agent.ts';
import { openScriptedAgent } from './open.ts';
import { loadScript, type Script } from './script.ts';
import { readSessionsLog } from './sessions.ts';

const verdict = { verdict: 'implement', confidence: 0.9, summary: 'fine' };
const schema = schemaFor('analysis', analysisResult);

describe('the scripted agent', () => {
  test('edits files, runs commands with the run tag, tells what it does and costs what the script says', async () => {
    await using tmp = await tmpdir();
    const agent = openScriptedAgent(testHost(), [
      {
        when: /fix (?<file>\S+)/,
        steps: [
          { do: 'write', path: '{{file}}', text: 'one two' },
          { do: 'replace', path: '{{file}}', from: 'two', to: '$& three' },
          { do: 'run', command: ['sh', '-c', 'echo "$AUTODEV_RUN $SECRET" > tag.txt'] },
          { do: 'cost', usd: 0.25, tokens: { input: 100, output: 20 } },
          { do: 'say', text: 'fixed {{file}}' },
        ],
      },
    ]);
    const events: AgentEvent[] = [];
    const result = await runToEnd(
      agent,
      agentRequest({ prompt: 'fix a.txt', cwd: tmp.path, tag: 'tag-1' }),
      (event) => events.push(event),
    );
    assert.equal(result.ok, true);
    assert.equal(result.text, 'fixed a.txt');
    assert.equal(result.costUsd, 0.25);
    assert.deepEqual(result.tokens, { input: 100, output: 20, cacheWrite: 0, cacheRead: 0 });
    assert.equal(readFileSync(join(tmp.path, 'a.txt'), 'utf8'), 'one $& three');
    assert.equal(readFileSync(join(tmp.path, 'tag.txt'), 'utf8'), 'tag-1 \n');
    assert.deepEqual(
      events.map((event) => event.type),
      'started tool tool_result tool tool_result tool tool_result usage text finished'.split(' '),
    );
  });

  test('writes nothing outside its folder, nor at all when it may only read', async () => {
    await using tmp = await tmpdir();
    await using other = await tmpdir();
    writeFileSync(join(other.path, 'kept.txt'), 'kept');
    symlinkSync(other.path, join(tmp.path, 'link'));
    const agent = openScriptedAgent(testHost(), [
      {
        when: /./,
        steps: [
          { do: 'write', path: '../escaped.txt', text: 'x' },
          { do: 'delete', path: 'link/kept.txt' },
          { do: 'write', path: 'inside.txt', text: 'x' },
        ],
      },
    ]);
    const result = await runToEnd(agent, agentRequest({ prompt: 'go', cwd: tmp.path }));
    assert.equal(result.denials.length, 2);
    assert.ok(existsSync(join(other.path, 'kept.txt')));
    assert.ok(!existsSync(join(tmp.path, '../escaped.txt')));
    const readOnly = await runToEnd(agent, agentRequest({ prompt: 'go', cwd: other.path, access: 'read' }));
    assert.equal(readOnly.denials.length, 3);
    assert.ok(!existsSync(join(other.path, 'inside.txt')));
  });

  test('reacts to its prompt, and a rule is used up', async () => {
    await using tmp = await tmpdir();
    const script: Script = [
      { when: { prompt: /expected 2, got (\d)/ }, steps: [{ do: 'say', text: 'saw {{1}}' }] },
      { when: /implement/, times: 1, steps: [{ do: 'say', text: 'first' }] },
      { when: /implement/, times: 1, perFolder: true, steps: [{ do: 'say', text: 'second' }] },
      { when: (facts) => facts.used < 1, steps: (facts) => [{ do: 'say', text: `run ${facts.runs}` }] },
    ];
    const agent = openScriptedAgent(testHost(), script);
    const say = async (prompt: string) =>
      (await runToEnd(agent, agentRequest({ prompt, cwd: tmp.path }))).text;
    assert.equal(await say('implement it; the test says: expected 2, got 3'), 'saw 3');
    assert.equal(await say('implement it'), 'first');
    assert.equal(await say('implement it'), 'second');
    assert.equal(await say('implement it'), 'run 3');
    assert.match(await say('implement it'), /no rule of the script matches/);
  });

  test('answers by the role of its session', async () => {
    await using tmp = await tmpdir();
    const agent = openScriptedAgent(testHost(), [
      { when: { role: 'critic' }, steps: [{ do: 'say', text: 'revise' }] },
      { when: /./, steps: [{ do: 'say', text: 'done' }] },
    ]);
    const said = async (role: Role) =>
      (await runToEnd(agent, agentRequest({ prompt: 'go', cwd: tmp.path, role }))).text;
    assert.deepEqual([await said('critic'), await said('planner')], ['revise', 'done']);
  });

  test('an answer is checked, asked for once more when it is wrong, and never made up', async () => {
    await using tmp = await tmpdir();
    const log = join(tmp.path, 'sessions.jsonl');
    const script: Script = [
      {
        when: { resumed: true, prompt: /does not fit "analysis":.*at confidence/s },
        steps: [
          { do: 'cost', usd: 0.5 },
          { do: 'answer', value: verdict },
        ],
      },
      { when: /good/, steps: [{ do: 'answer', value: verdict }] },
      {
        when: /bad/,
        steps: [
          { do: 'cost', usd: 1 },
          { do: 'answer', value: { verdict: 'implement', summary: 'no confidence' } },
        ],
      },
      { when: /silent|did not end/, steps: [{ do: 'say', text: 'well' }] },
    ];
    const agent = openScriptedAgent(testHost(), script, { sessionsLog: log });
    const run = (prompt: string) => runToEnd(agent, agentRequest({ prompt, cwd: tmp.path, schema }));
    const good = await run('good');
    assert.deepEqual(good.structured, analysisResult.parse(verdict));
    const repaired = await run('bad');
    assert.equal(repaired.ok, true);
    assert.equal(repaired.costUsd, 1.5);
    assert.deepEqual(repaired.structured, analysisResult.parse(verdict));
    const silent = await run('silent');
    assert.equal(silent.ok, false);
    assert.equal(silent.stopReason, 'no_answer');
    assert.equal(silent.structured, undefined);
    assert.equal(silent.said, 'well', 'what it wrote instead is not lost');
    assert.equal((await readSessionsLog(log)).length, 5, 'one, two and two paid sessions');
  });

  test('obeys its limits and the signal, on the host clock', async () => {
    await using tmp = await tmpdir();
    const clock = virtualClock();
    const agent = openScriptedAgent(testHost({ clock }), [
      { when: /hang/, steps: [{ do: 'hang' }] },
      {
        when: /slow/,
        steps: [
          { do: 'wait', ms: 900 },
          { do: 'wait', ms: 900 },
          { do: 'say', text: 'done' },
        ],
      },
      {
        when: /dear/,
        steps: [
          { do: 'cost', usd: 3 },
          { do: 'write', path: 'late.txt', text: '' },
        ],
      },
      { when: /chatty/, steps: ['a', 'b', 'c'].map((text) => ({ do: 'say' as const, text })) },
      { when: /broken/, steps: [{ do: 'fail', reason: 'api_error', text: 'overloaded' }] },
    ]);
    const limits = { turns: 2, budgetUsd: 2, wallMs: 1_500, idleMs: 1_000 };
    const start = (prompt: string, signal?: AbortSignal, changed: Partial<typeof limits> = {}) =>
      runToEnd(agent, agentRequest({ prompt, cwd: tmp.path, limits: { ...limits, ...changed }, signal }));

    const idle = start('hang');
    await clock.advance(1_000);
    assert.equal((await idle).stopReason, 'idle');
    const wall = start('slow');
    await clock.advance(1_500);
    assert.equal((await wall).stopReason, 'wall_time');
    const slow = start('slow', undefined, { wallMs: 2_000 });
    await clock.advance(1_800);
    assert.equal((await slow).durationMs, 1_800);
    assert.equal((await start('dear')).stopReason, 'budget_limit');
    assert.equal((await start('dear')).costUsd, 3);
    assert.ok(!existsSync(join(tmp.path, 'late.txt')));
    assert.equal((await start('chatty')).stopReason, 'turn_limit');
    const broken = await start('broken');
    assert.deepEqual([broken.ok, broken.stopReason, broken.text], [false, 'api_error', 'overloaded']);
    const control = new AbortController();
    const cancelled = start('hang', control.signal);
    await clock.advance(10);
    control.abort();
    assert.equal((await cancelled).stopReason, 'cancelled');
    assert.equal((await start('hang', AbortSignal.abort())).stopReason, 'cancelled');
    assert.equal(clock.pending(), 0, 'no timer is left behind');
  });

  test('a script is a JSON file too, its counters hold over processes, and a wrong one is refused', async () => {
    await using tmp = await tmpdir();
    const path = join(tmp.path, 'script.json');
    const rules = [
      { when: { prompt: 'issue #(\\d+)' }, times: 1, steps: [{ do: 'write', path: 'i{{1}}', text: 'x' }] },
      { when: 'issue', steps: [{ do: 'say', text: 'again' }] },
    ];
    writeFileSync(path, JSON.stringify({ rules }));
    const sessionsLog = join(tmp.path, 'log');
    const run = async () =>
      runToEnd(
        openScriptedAgent(testHost(), await loadScript(path), { sessionsLog }),
        agentRequest({ prompt: 'issue #7', cwd: tmp.path }),
      );
    await run();
    assert.ok(existsSync(join(tmp.path, 'i7')));
    assert.equal((await run()).text, 'again');
    for (const wrong of [
      '{',
      '{"rules":[{"when":"(","steps":[]}]}',
      '{"rules":[{"when":"a","steps":[{"do":"dance"}]}]}',
    ]) {
      writeFileSync(path, wrong);
      await assert.rejects(loadScript(path), { code: 'invalid_input' });
    }
  });

  test('a reader that walks away stops the run', async () => {
    await using tmp = await tmpdir();
    // Time stands still, so no limit can end the run instead.
    const host = testHost({ clock: virtualClock() });
    const agent = openScriptedAgent(host, [{ when: /./, steps: [{ do: 'hang' }] }]);
    for await (const event of agent.run(agentRequest({ prompt: 'go', cwd: tmp.path }))) {
      assert.equal(event.type, 'started');
      break;
    }
  });
});
