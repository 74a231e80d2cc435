import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { appendFileSync, closeSync, openSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { putTranscript, turnsAsLines } from '../support/session-home.ts';
import { tmpdir } from '../support/tmpdir.ts';

const CWD = '/home/dev/app';
const MB = 1024 * 1024;

/** Indexes a home in a process of its own; its peak memory is measured there. */
function index(home: string): { peak: number; summary: Record<string, number> } {
  const script = `
    const { updateIndex } = await import(process.argv[1]);
    const { rootsAt } = await import(process.argv[2]);
    const home = process.argv[3];
    const summary = await updateIndex({ roots: rootsAt(home), path: home + '/index.db', tag: 't' });
    console.log(JSON.stringify({ peak: process.resourceUsage().maxRSS * 1024, summary }));`;
  const source = (path: string) => fileURLToPath(new URL(`../../src/sessions/${path}`, import.meta.url));
  const done = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', script, source('index/update.ts'), source('locate/roots.ts'), home],
    { encoding: 'utf8' },
  );
  assert.equal(done.status, 0, done.stderr);
  return JSON.parse(done.stdout) as { peak: number; summary: Record<string, number> };
}

test('a line of 300 MB is passed over, the lines around it are kept, and memory stays flat', async () => {
  await using tmp = await tmpdir();
  const few = turnsAsLines('a', CWD, [{ ask: 'before' }, { use: ['Read', { file_path: '/x' }] }]);
  const path = putTranscript(tmp.path, CWD, 'a', few);
  const small = index(tmp.path);

  // A tool's result, written piece by piece as a real one would be.
  const file = openSync(path, 'a');
  writeSync(
    file,
    '{"parentUuid":"u","isSidechain":false,"type":"user","message":{"role":"user","content":[{"tool_use_id":"t","type":"tool_result","content":"',
  );
  const piece = 'x\\n"'.replaceAll('"', '\\"').repeat(MB / 8);
  for (let written = 0; written < 300 * MB; written += piece.length) writeSync(file, piece);
  writeSync(
    file,
    `"}]},"timestamp":"2026-01-05T13:00:00.000Z"}\n${turnsAsLines('a', CWD, [{ ask: 'after' }]).join('\n')}\n`,
  );
  closeSync(file);
  // And bytes that are no JSON at all: 300 MB of nothing, which take no space on the disk.
  const holes = putTranscript(tmp.path, CWD, 'b', turnsAsLines('b', CWD, [{ ask: 'one' }]));
  truncateSync(holes, 300 * MB);
  appendFileSync(holes, `\n${turnsAsLines('b', CWD, [{ ask: 'two' }]).join('\n')}\n`);

  const large = index(tmp.path);
  assert.ok(large.peak - small.peak < 150 * MB, `${Math.round((large.peak - small.peak) / MB)} MB more`);
  assert.equal(large.summary['long_lines'], 1, 'the result is no loss, the hole is counted');
  assert.equal(large.summary['sessions'], 2);
  const { openDatabase } = await import('../../src/host/db/sqlite.ts');
  const db = openDatabase(join(tmp.path, 'index.db'), { readOnly: true });
  assert.deepEqual(
    db.all('SELECT text FROM prompts ORDER BY session_id, id').map((row) => row['text']),
    ['before', 'after', 'one', 'two'],
  );
  db.close();
});
