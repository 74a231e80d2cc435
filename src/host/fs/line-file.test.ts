import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { seeded } from '../../../test/support/seeded.ts';
import { tmpdir } from '../../../test/support/tmpdir.ts';
import { lineBuffer, type LineSink } from './line-file.ts';

function collect(takeRest = false) {
  const lines: string[] = [];
  const long: number[] = [];
  const sink: LineSink = {
    line: (bytes, start, end) => void lines.push(bytes.toString('latin1', start, end)),
    longLine: (_bytes, start, end) => void long.push(end - start),
    rest: (bytes, start, end) => {
      if (takeRest) lines.push(bytes.toString('latin1', start, end));
      return takeRest;
    },
    refill: () => {},
  };
  return { lines, long, sink };
}

describe('a file of lines', () => {
  test('gives the same lines whatever the size of the buffer, for any bytes', async () => {
    await using tmp = await tmpdir();
    const random = seeded(7);
    for (let round = 0; round < 40; round += 1) {
      const bytes = Buffer.from(
        Array.from({ length: random.below(3_000) }, () =>
          random.fraction() < 0.05 ? 10 : random.below(256),
        ),
      );
      const path = join(tmp.path, 'x');
      await writeFile(path, bytes);
      const whole = bytes.toString('latin1').split('\n');
      whole.pop();
      for (const size of [16, 100, 1 << 20]) {
        const file = lineBuffer(Math.max(size, 4_096)).open(path);
        assert.ok(file);
        const { lines, sink } = collect();
        const taken = file.lines(0, sink);
        file.close();
        assert.deepEqual(lines, whole);
        assert.equal(taken, bytes.lastIndexOf(10) + 1);
      }
    }
  });

  test('passes over a line longer than the limit and goes on after it', async () => {
    await using tmp = await tmpdir();
    const path = join(tmp.path, 'x');
    await writeFile(path, `a\n${'b'.repeat(5_000)}\nc\n${'d'.repeat(900)}\n`);
    const file = lineBuffer(1_000).open(path);
    const { lines, long, sink } = collect();
    file?.lines(0, sink);
    file?.close();
    assert.deepEqual(lines, ['a', 'c', 'd'.repeat(900)]);
    assert.deepEqual(long, [1_000]);
  });

  test('ends at the size it had when it was opened, and where a shrinking file ends', async () => {
    await using tmp = await tmpdir();
    const path = join(tmp.path, 'x');
    await writeFile(path, 'a\nb\n');
    const grown = lineBuffer().open(path);
    await writeFile(path, 'a\nb\nc\n');
    const first = collect();
    assert.equal(grown?.lines(0, first.sink), 4);
    grown?.close();
    assert.deepEqual(first.lines, ['a', 'b']);

    const shrunk = lineBuffer().open(path);
    await writeFile(path, 'a\n');
    const second = collect();
    assert.equal(shrunk?.lines(0, second.sink), 2);
    shrunk?.close();
    assert.deepEqual(second.lines, ['a']);
  });

  test('a file that is gone is not there; one that goes while it is read is read to its end', async () => {
    await using tmp = await tmpdir();
    const path = join(tmp.path, 'x');
    assert.equal(lineBuffer().open(path), undefined);
    assert.equal(lineBuffer().open(`${tmp.path}/x/y`), undefined);
    await writeFile(path, 'a\nb');
    const file = lineBuffer().open(path);
    await rm(path);
    const { lines, sink } = collect(true);
    assert.equal(file?.lines(0, sink), 3);
    file?.close();
    assert.deepEqual(lines, ['a', 'b']);
  });
});
