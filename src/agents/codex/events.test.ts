import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { z } from 'zod';
import { schemaFor } from '../../work/verdicts.ts';
import { codexReader } from './events.ts';
import { strictSchema, withoutNulls } from './schema.ts';

describe('what a run of codex came to', () => {
  const end = (lines: readonly object[], code: number | null, stderr = '') => {
    const reader = codexReader({ model: 'gpt-5' });
    for (const line of lines) reader.line(JSON.stringify(line));
    return reader.outcome({ code, stderr });
  };
  const done = { type: 'turn.completed', usage: {} };
  const said = { type: 'item.completed', item: { id: '1', type: 'agent_message', text: 'fine' } };
  const remark = { type: 'item.completed', item: { id: '0', type: 'error', message: 'no metadata' } };

  test('an item of type error does not make a good run a bad one', () => {
    assert.deepEqual(end([remark, said, done], 0), { stopReason: 'completed', text: 'fine' });
  });
  test('without a completed turn there is no success, whatever the exit code', () => {
    assert.equal(end([said], 0).stopReason, 'crashed');
    assert.equal(end([said, done], 1).stopReason, 'crashed');
    const failed = (message: string) => end([{ type: 'turn.failed', error: { message } }], 1).stopReason;
    assert.equal(failed('You’ve hit your usage limit. Visit https://x.y or try again at 10:53 AM.'), 'limit');
    assert.equal(failed('exceeded retry limit, last status: 429 Too Many Requests'), 'limit');
    assert.equal(failed('Quota exceeded. Check your plan and billing details.'), 'limit');
    assert.equal(
      failed('unexpected status 503 Service Unavailable: x, url: http://127.0.0.1/'),
      'unreachable',
    );
    assert.equal(failed('stream disconnected before completion: error sending request'), 'unreachable');
    assert.equal(end([{ type: 'turn.failed', error: { message: '500' } }], 1).stopReason, 'api_error');
    assert.equal(
      end([{ type: 'turn.failed', error: { message: '401 Unauthorized' } }], 1).stopReason,
      'not_logged_in',
    );
    assert.equal(end([], 1, 'Error: no rollout found for thread id x').stopReason, 'bad_request');
  });
  test('a command that was declined is a denial', () => {
    const reader = codexReader({ model: 'gpt-5' });
    const item = { id: '2', type: 'command_execution', command: 'rm -rf /', status: 'declined' };
    const events = reader.line(JSON.stringify({ type: 'item.completed', item }));
    assert.deepEqual(
      events.map((event) => event.type),
      ['tool', 'denied', 'tool_result'],
    );
    assert.equal(reader.tally.denials.length, 1);
  });
});

describe("a schema in the form OpenAI's strict mode takes", () => {
  const shape = z.object({
    name: z.string().min(1),
    note: z.string().default(''),
    list: z.array(z.object({ line: z.number(), side: z.enum(['a', 'b']).optional() })).default([]),
    maybe: z.string().nullable(),
  });
  const { json } = schemaFor('shape', shape);
  const strict = strictSchema(json) as {
    required: string[];
    additionalProperties: boolean;
    properties: Record<string, unknown>;
  };

  test('requires every property, allows no other, and has no keyword that is refused', () => {
    assert.deepEqual(strict.required, ['name', 'note', 'list', 'maybe']);
    assert.equal(strict.additionalProperties, false);
    assert.doesNotMatch(JSON.stringify(strict), /"(default|minLength|\$schema)"/);
    assert.deepEqual(strict.properties['note'], { anyOf: [{ type: 'string' }, { type: 'null' }] });
    assert.match(JSON.stringify(strict.properties['list']), /"required":\["line","side"\]/);
  });

  test('nulls that stand for "not given" are taken out again, others stay', () => {
    const answer = { name: 'n', note: null, list: [{ line: 1, side: null }], maybe: null };
    assert.deepEqual(shape.parse(withoutNulls(answer, json)), {
      name: 'n',
      note: '',
      list: [{ line: 1 }],
      maybe: null,
    });
  });
});
