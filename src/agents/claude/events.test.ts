import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { claudeReader } from './events.ts';

const init = { type: 'system', subtype: 'init', session_id: 's1', model: 'claude-sonnet-4-5', plugins: [] };
const good = {
  type: 'result',
  subtype: 'success',
  is_error: false,
  num_turns: 1,
  result: 'done',
  total_cost_usd: 0.5,
  terminal_reason: 'completed',
  modelUsage: {
    m: { inputTokens: 7, outputTokens: 3, cacheReadInputTokens: 2, cacheCreationInputTokens: 1 },
  },
};

function read(lines: readonly object[], options: { prompt?: string; plugins?: string[] } = {}) {
  const reader = claudeReader({ model: 'sonnet', prompt: 'go', plugins: [], ...options });
  const events = lines.flatMap((line) => reader.line(JSON.stringify(line)));
  return { reader, events };
}

describe('what a run of claude came to', () => {
  const reason = (result: object | undefined, code: number | null = 0, prompt = 'go') => {
    const { reader } = read(result === undefined ? [init] : [init, result], { prompt });
    return reader.outcome({ code, stderr: '' }).stopReason;
  };

  for (const [what, expected, ...given] of [
    ['everything in order', 'completed', good],
    ['an API error calls itself a success', 'api_error', { ...good, is_error: true }, 1],
    ['429', 'limit', { ...good, is_error: true, api_error_status: 429 }, 1],
    [
      'a limit in words alone',
      'limit',
      { ...good, is_error: true, result: "You've hit your weekly limit · resets Nov 22, 5:58am (UTC)" },
      1,
    ],
    ['no money left', 'limit', { ...good, is_error: true, result: 'Credit balance is too low' }, 1],
    ['529', 'unreachable', { ...good, is_error: true, api_error_status: 529 }, 1],
    [
      'no connection',
      'unreachable',
      { ...good, is_error: true, result: 'API Error: Unable to connect to API (ConnectionRefused)' },
      1,
    ],
    ['a wrong exit code', 'api_error', good, 1],
    ['another terminal reason', 'crashed', { ...good, terminal_reason: 'aborted' }],
    ['no terminal reason', 'crashed', { ...good, terminal_reason: undefined }],
    ['a slash command after which nothing happened', 'bad_request', { ...good, num_turns: 0 }, 0, '/nope'],
    ['no result at all', 'crashed', undefined, 0],
    ['too many turns', 'turn_limit', { ...good, subtype: 'error_max_turns', is_error: true }, 1],
    ['too dear', 'budget_limit', { ...good, subtype: 'error_max_budget_usd', is_error: true }, 1],
    ['its own asking in vain', 'no_answer', { ...good, subtype: 'error_max_structured_output_retries' }, 1],
    ['401', 'not_logged_in', { ...good, is_error: true, api_error_status: 401 }, 1],
    [
      'no login',
      'not_logged_in',
      { ...good, is_error: true, result: 'Not logged in · Please run /login' },
      1,
    ],
    ['an unknown session', 'bad_request', { ...good, is_error: true, result: 'No conversation found' }, 1],
    ['a result of an unknown kind', 'api_error', { ...good, subtype: 'error_of_tomorrow' }],
  ] as const) {
    test(what, () => assert.equal(reason(...(given as unknown as Parameters<typeof reason>)), expected));
  }
});

describe('the tally of claude', () => {
  const start = (id: string, input: number, parent: string | null = null) => ({
    type: 'stream_event',
    parent_tool_use_id: parent,
    event: {
      type: 'message_start',
      message: { id, model: 'claude-sonnet-4-5', usage: { input_tokens: input, output_tokens: 1 } },
    },
  });
  const delta = (output: number, parent: string | null = null) => ({
    type: 'stream_event',
    parent_tool_use_id: parent,
    event: { type: 'message_delta', usage: { output_tokens: output } },
  });

  test('counts sub-agents that speak at the same time apart', () => {
    const { reader } = read([init, start('a', 100), start('b', 200, 't1'), delta(30, 't1'), delta(20)]);
    assert.deepEqual(reader.tally.tokens, { input: 300, output: 50, cacheWrite: 0, cacheRead: 0 });
    assert.equal(reader.tally.costUsd, (300 * 3 + 50 * 15) / 1e6);
    assert.equal(reader.tally.turns, 1);
  });

  test('is that of claude where it has finished, and ours where it was broken off', () => {
    const calls = [init, start('a', 1_000_000), delta(10)];
    assert.equal(read([...calls, good]).reader.tally.costUsd, 0.5);
    assert.deepEqual(read([...calls, good]).reader.tally.tokens, {
      input: 7,
      output: 3,
      cacheWrite: 1,
      cacheRead: 2,
    });
    const broken = { ...good, subtype: 'error_during_execution', total_cost_usd: 0, modelUsage: {} };
    assert.ok(read([...calls, broken]).reader.tally.costUsd > 3);
  });

  test("keeps a sub-agent's words out of the answer, and knows which tools still work", () => {
    const said = (text: string, parent: string | null) => ({
      type: 'assistant',
      parent_tool_use_id: parent,
      message: { id: 'm', content: [{ type: 'text', text }] },
    });
    const tool = {
      type: 'assistant',
      message: { content: [{ type: 'tool_use', id: 't1', name: 'Task', input: {} }] },
    };
    const { reader } = read([init, said('mine', null), tool, said('theirs', 't1')]);
    assert.equal(reader.tally.text, 'mine');
    assert.deepEqual([...reader.tally.working], ['t1']);
    const back = {
      type: 'user',
      message: { content: [{ type: 'tool_result', tool_use_id: 't1', content: 'x' }] },
    };
    assert.deepEqual(reader.line(JSON.stringify(back)), [
      { type: 'tool_result', id: 't1', ok: true, summary: 'x' },
    ]);
    assert.equal(reader.tally.working.size, 0);
  });
});

describe('plugins that claude reports', () => {
  const loaded = { ...init, plugins: [{ name: 'guard', path: '/p/guard' }] };

  test('a missing one and a broken one are objections, whoever configured it', () => {
    assert.equal(read([loaded], { plugins: ['/p/guard/'] }).reader.objection(), undefined);
    assert.equal(read([init], { plugins: ['/p/guard'] }).reader.objection()?.reason, 'plugin_error');
    const broken = { ...loaded, plugin_errors: [{ plugin: 'other', message: 'cannot be read' }] };
    assert.match(read([broken]).reader.objection()?.text ?? '', /other: cannot be read/);
  });
});

test('lines of a kind or shape that nobody knows are passed over', () => {
  const reader = claudeReader({ model: 'm', prompt: 'go', plugins: [] });
  for (const line of [
    '',
    'not json',
    '[]',
    '1',
    '{"type":"tomorrow"}',
    '{"type":"assistant"}',
    '{"type":"result"}',
  ]) {
    assert.deepEqual(reader.line(line), []);
  }
});
