import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { oddRecords } from '../../../../test/support/odd-records.ts';
import { seeded } from '../../../../test/support/seeded.ts';
import { tmpdir } from '../../../../test/support/tmpdir.ts';
import { transcriptWriter } from '../../../../test/support/transcripts.ts';
import { lineBuffer } from '../../../host/fs/line-file.ts';
import { Gatherer, type Harvest } from '../harvest.ts';
import { parseRecord } from '../json.ts';
import { readTranscript } from '../read-transcript.ts';
import { usageKey } from '../usage-key.ts';
import { takeRecord } from './record.ts';

async function read(folder: string, text: string | Buffer): Promise<Harvest> {
  const path = join(folder, 'x.jsonl');
  await writeFile(path, text);
  const stamp = { size: 0, mtimeMs: 0, ino: 0 };
  const reading = readTranscript({ path, agent: 'claude', stamp }, undefined, lineBuffer());
  assert.ok(reading);
  return reading.harvest;
}

/** The same by plain parsing: slow, and beyond doubt. */
function parseAll(lines: readonly string[]): Harvest {
  const into = new Gatherer(undefined);
  for (const line of lines) {
    const record = parseRecord(line);
    if (record === undefined) into.brokenLines += 1;
    else takeRecord(record, into);
  }
  return into.harvest();
}

const told = ({ lastTs, tailTs, ...rest }: Harvest) => ({
  ...rest,
  end: (lastTs ?? '') > (tailTs ?? '') ? lastTs : tailTs,
});

describe('reading by the first and last bytes of a record', () => {
  test('says exactly what parsing every record says', async () => {
    await using tmp = await tmpdir();
    const write = transcriptWriter(11);
    for (let round = 0; round < 12; round += 1) {
      const lines = write({
        cwd: '/home/dev/app',
        session: `s${round}`,
        bytes: 150_000,
        startMs: Date.UTC(2026, 0, 1 + round),
        marked: round % 2 === 0,
      });
      assert.deepEqual(told(await read(tmp.path, `${lines.join('\n')}\n`)), told(parseAll(lines)));
    }
  });

  test('also when records are laid out otherwise: spaces, other key orders, several blocks', async () => {
    await using tmp = await tmpdir();
    const base = { sessionId: 's', cwd: '/w', uuid: 'u', timestamp: '2026-01-01T00:00:00.000Z' };
    const usage = { input_tokens: 5, output_tokens: 7 };
    const blocks = [
      { type: 'text', text: 'I say "usage":{ and more' },
      {
        type: 'tool_use',
        id: 't1',
        name: 'Bash',
        input: { command: 'npm test', usage: { input_tokens: 999 } },
      },
      { type: 'tool_use', id: 't2', name: 'Write', input: { content: '\\"', file_path: '/w/한글 "x".md' } },
    ];
    const message = {
      id: 'm1',
      type: 'message',
      role: 'assistant',
      model: 'claude-opus-4-5',
      content: blocks,
      usage,
    };
    const records = [
      { type: 'user', message: { role: 'user', content: [{ type: 'text', text: 'hello' }] }, ...base },
      { ...base, type: 'assistant', requestId: 'r1', message },
      {
        ...base,
        type: 'assistant',
        requestId: 'r2',
        message: { ...message, id: 'm2', content: [blocks[1]] },
      },
      {
        message: { ...message, id: 'm3', content: [blocks[2]] },
        requestId: 'r3',
        type: 'assistant',
        ...base,
      },
      {
        message: { ...message, usage: undefined, id: 'm4', content: [blocks[1]] },
        type: 'assistant',
        ...base,
      },
      {
        type: 'user',
        message: { content: [{ type: 'tool_result', tool_use_id: 't1', content: 'x' }], role: 'user' },
        ...base,
      },
      {
        message: { ...message, id: 'm5', content: blocks.slice(0, 2), usage },
        requestId: 'r5',
        type: 'assistant',
        ...base,
      },
      { type: 'brand-new', ...base },
    ];
    const compact = records.map((record) => JSON.stringify(record));
    const spaced = records.map((record) => JSON.stringify(record, null, 1).replaceAll('\n', ' '));
    for (const lines of [compact, spaced]) {
      const found = await read(tmp.path, `${lines.join('\r\n')}\r\n`);
      assert.deepEqual(told(found), told(parseAll(lines)));
      assert.deepEqual(
        found.tools.map((tool) => tool.classified),
        ['Bash:test', 'Write', 'Bash:test', 'Write', 'Bash:test', 'Bash:test'],
      );
      assert.deepEqual(
        found.edits.map((edit) => edit.path),
        ['/w/한글 "x".md', '/w/한글 "x".md'],
      );
      assert.deepEqual(
        found.usage.map((u) => [u.key, u.input, u.output]),
        [
          [usageKey('m1:r1'), 5, 7],
          [usageKey('m2:r2'), 5, 7],
          [usageKey('m3:r3'), 5, 7],
          [usageKey('m5:r5'), 5, 7],
        ],
      );
      assert.equal(found.unknownRecords, 1);
    }
  });

  test('also for records that are anything but regular', async () => {
    await using tmp = await tmpdir();
    for (let seed = 1; seed <= 150; seed += 1) {
      const odd = oddRecords(seeded(seed));
      const lines = Array.from({ length: 60 }, odd.line);
      const text = lines.map((line, at) => `${line}${at % 7 === 0 ? '\r\n' : '\n'}`).join('');
      assert.deepEqual(told(await read(tmp.path, text)), told(parseAll(lines)), `seed ${seed}`);
    }
  });

  test('any bytes and cut lines are counted and skipped, and the good lines around them are kept', async () => {
    await using tmp = await tmpdir();
    const random = seeded(5);
    const good = transcriptWriter(2)({ cwd: '/w', session: 's', bytes: 40_000, startMs: 0, marked: true });
    for (let round = 0; round < 30; round += 1) {
      const pieces: Buffer[] = [];
      let broken = 0;
      for (const line of good) {
        pieces.push(Buffer.from(`${line}\n`));
        if (random.fraction() < 0.3) {
          const noise = Buffer.from(
            Array.from({ length: 1 + random.below(200) }, () => random.below(256)).filter((b) => b !== 10),
          );
          pieces.push(Buffer.from('!'), noise, Buffer.from('\n'));
          broken += 1;
        }
        if (random.fraction() < 0.2) {
          // Cut in the middle, as a crash leaves it.
          pieces.push(Buffer.from(line).subarray(0, random.below(line.length - 2) + 1), Buffer.from('\n'));
          broken += 1;
        }
      }
      const found = await read(tmp.path, Buffer.concat(pieces));
      const clean = parseAll(good);
      assert.deepEqual(found.tools, clean.tools);
      assert.deepEqual(found.prompts, clean.prompts);
      assert.deepEqual(found.usage, clean.usage);
      assert.ok(found.brokenLines <= broken && found.brokenLines > 0);
    }
  });

  test('usage that is repeated counts once; of different counts the larger', async () => {
    await using tmp = await tmpdir();
    const record = (output: number, block: object) =>
      JSON.stringify({
        message: {
          id: 'm',
          type: 'message',
          role: 'assistant',
          model: 'claude-opus-4-5',
          content: [block],
          stop_reason: null,
          usage: { input_tokens: 3, output_tokens: output },
        },
        requestId: 'r',
        type: 'assistant',
        timestamp: '2026-01-01T00:00:00.000Z',
      });
    const lines = [
      record(1, { type: 'text', text: 'a' }),
      record(9, { type: 'text', text: 'b' }),
      record(9, { type: 'text', text: 'c' }),
    ];
    assert.deepEqual(
      (await read(tmp.path, `${lines.join('\n')}\n`)).usage.map((u) => u.output),
      [9],
    );
  });
});
