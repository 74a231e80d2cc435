import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { geminiReader } from './events.ts';

describe('what a run of gemini came to', () => {
  const ok = { type: 'result', status: 'success', stats: { models: {} } };
  const failed = { type: 'result', status: 'error', error: { type: 'ApiError', message: 'no' } };
  const reason = (line: object | undefined, code: number | null) => {
    const reader = geminiReader({ model: 'gemini-2.5-pro' });
    if (line !== undefined) reader.line(JSON.stringify(line));
    return reader.outcome({ code, stderr: 'said on stderr' }).stopReason;
  };

  for (const [line, code, expected] of [
    [ok, 0, 'completed'],
    [ok, 1, 'api_error'],
    [undefined, 0, 'api_error'],
    [undefined, null, 'crashed'],
    [undefined, 41, 'not_logged_in'],
    [failed, 401 & 255, 'not_logged_in'],
    [failed, 500 & 255, 'unreachable'],
    [failed, 429 & 255, 'limit'],
    [undefined, 42, 'bad_request'],
    [undefined, 55, 'bad_request'],
    [undefined, 53, 'turn_limit'],
  ] as const) {
    test(`${line === undefined ? 'no result' : line.status} and exit code ${code}: ${expected}`, () => {
      assert.equal(reason(line, code), expected);
    });
  }

  test('the pieces of the last message are its text; a tool ends a message', () => {
    const reader = geminiReader({ model: 'gemini-2.5-pro' });
    const say = (content: string) => ({ type: 'message', role: 'assistant', content, delta: true });
    for (const line of [
      say('looking'),
      { type: 'tool_use', tool_id: 'a', tool_name: 'read_file', parameters: {} },
      { type: 'tool_result', tool_id: 'a', status: 'success' },
      say('the '),
      say('end'),
      ok,
    ]) {
      reader.line(JSON.stringify(line));
    }
    assert.equal(reader.outcome({ code: 0, stderr: '' }).text, 'the end');
  });
});
