import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openMeter } from './meter.ts';

describe('what goes through the door to a model', () => {
  for (const [api, pieces, expected] of [
    [
      'a stream of Anthropic, figures cut in two',
      [
        'data: {"type":"message_start","message":{"model":"claude-sonnet-4-5","usage":{"input_tokens":12',
        '00,"cache_read_input_tokens":7,"cache_creation_input_tokens":3,"output_tokens":1}}}\n',
        'data: {"type":"message_delta","usage":{"output_tokens":90}}\n',
      ],
      { input: 1200, output: 90, cacheWrite: 3, cacheRead: 7 },
    ],
    [
      'OpenAI, whose input holds what was cached',
      [
        '{"model":"gpt-5","usage":{"input_tokens":100,"input_tokens_details":{"cached_tokens":40},"output_tokens":5}}',
      ],
      { input: 60, output: 5, cacheWrite: 0, cacheRead: 40 },
    ],
    [
      'Google, whose thoughts are apart',
      [
        '{"modelVersion":"gemini-2.5-pro","usageMetadata":{"promptTokenCount":50,"candidatesTokenCount":5,"thoughtsTokenCount":6}}',
      ],
      { input: 50, output: 11, cacheWrite: 0, cacheRead: 0 },
    ],
    [
      'a text that speaks of figures',
      ['{"text":"{\\"input_tokens\\": 999999}","usage":{"input_tokens":1,"output_tokens":1}}'],
      { input: 1, output: 1, cacheWrite: 0, cacheRead: 0 },
    ],
  ] as const)
    test(`is counted: ${api}`, () => {
      const meter = openMeter('sonnet');
      const told = meter.asked();
      for (const piece of pieces) told(piece);
      assert.deepEqual(meter.tokens(), expected);
      assert.ok(meter.costUsd() > 0);
    });

  test('questions add up, also those that are asked at the same time', () => {
    const meter = openMeter('sonnet');
    const [one, two] = [meter.asked(), meter.asked()];
    one('{"usage":{"input_tokens":10');
    two('{"usage":{"input_tokens":20,"output_tokens":2}}');
    one(',"output_tokens":1}}');
    assert.deepEqual([meter.questions(), meter.tokens().input, meter.tokens().output], [2, 30, 3]);
  });
});
