import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readdirSync, readlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { withoutPostgres } from '../support/postgres.ts';
import { tmpdir } from '../support/tmpdir.ts';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const AUTODEV = join(root, 'bin', 'autodev.mjs');
const skip = withoutPostgres();

/** Processes that work below a folder. */
const workingIn = (folder: string): string[] =>
  readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readlinkSync(`/proc/${pid}/cwd`).startsWith(folder);
    } catch {
      return false;
    }
  });

/** The demo in a process of its own, with a home and a temporary folder that nobody else uses. */
function demo(folder: string, words: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['--no-warnings', AUTODEV, 'demo', ...words], {
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: '/nonexistent',
      LANG: 'C.UTF-8',
      AUTODEV_HOME: folder,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.err += text));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, said, ended };
}

describe('autodev demo --workers', skip === undefined ? {} : { skip }, () => {
  test('does the same work with three workers over a PostgreSQL of its own, and leaves nothing behind', async () => {
    await using tmp = await tmpdir();
    const { said, ended } = demo(tmp.path, ['--workers', '3', '--json']);
    assert.equal(await ended, 0, said.err);
    const { ok, rows } = JSON.parse(said.out) as {
      ok: boolean;
      rows: { item: string; phase: string; workers: string[] }[];
    };
    assert.equal(ok, true);
    assert.equal(rows.length, 12);
    assert.ok(
      rows.every(({ phase }) => phase === 'done' || phase === 'skip'),
      said.err,
    );
    const workers = new Set(rows.flatMap((row) => row.workers));
    assert.ok(workers.size > 1, `several took part: ${[...workers].join()}`);
    for (const each of workers) assert.match(each, /^worker [123]$/);
    assert.match(said.err, /issue #\d+ +on worker [123]/);
    assert.deepEqual(readdirSync(join(tmp.path, 'demo')), []);
    assert.deepEqual(workingIn(tmp.path), []);
    assert.doesNotMatch(said.err, /worker \d ended/);
  });

  test('ends at Ctrl-C with 130, its workers and its database gone', async () => {
    await using tmp = await tmpdir();
    const { child, said, ended } = demo(tmp.path, ['--workers', '2'], { TMPDIR: '/tmp' });
    await new Promise<void>((resolve) => {
      child.stdout.on('data', () => {
        if (/on worker \d/.test(said.out)) resolve();
      });
      child.once('close', () => resolve());
    });
    child.kill('SIGINT');
    assert.equal(await ended, 130, said.err);
    assert.deepEqual(readdirSync(join(tmp.path, 'demo')), []);
    assert.deepEqual(workingIn(tmp.path), []);
  });

  test('refuses a number of workers that makes no sense', async () => {
    await using tmp = await tmpdir();
    for (const number of ['0', '9', 'three']) {
      const { said, ended } = demo(tmp.path, ['--workers', number]);
      assert.equal(await ended, 2, said.err);
    }
  });
});
