import assert from 'node:assert/strict';
import {
  appendFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { seeded } from '../../../test/support/seeded.ts';
import { dumpIndex } from '../../../test/support/session-dump.ts';
import { indexHome, putTranscript, turnsAsLines } from '../../../test/support/session-home.ts';
import { tmpdir } from '../../../test/support/tmpdir.ts';
import { transcriptWriter } from '../../../test/support/transcripts.ts';
import { openDatabase } from '../../host/db/sqlite.ts';
import { isAutodevError } from '../../work/errors.ts';
import { askIndex, prepareQuestion } from '../query/ask.ts';

const CWD = '/home/dev/app';
const FIXTURES = fileURLToPath(new URL('../../../test/fixtures/sessions/', import.meta.url));
const writer = transcriptWriter(21);
const lines = (session: string, bytes = 12_000) =>
  writer({ cwd: CWD, session, bytes, startMs: Date.UTC(2026, 1, 2), marked: true });

function sessionsIn(path: string): Record<string, unknown>[] {
  const db = openDatabase(path, { readOnly: true });
  try {
    return db.all('SELECT * FROM sessions ORDER BY id');
  } finally {
    db.close();
  }
}

describe('bringing the index up to date', () => {
  test('whatever happens to the files, it ends where a build from nothing ends', async () => {
    await using tmp = await tmpdir();
    const home = tmp.path;
    const random = seeded(99);
    const files = new Map<string, string>();
    for (let round = 0; round < 25; round += 1) {
      for (let change = random.below(4); change >= 0; change -= 1) {
        const session = `s${random.below(6)}`;
        const name = random.fraction() < 0.3 ? `${session}/subagents/agent-${random.below(2)}` : session;
        const path = files.get(name);
        const what = random.fraction();
        if (path === undefined) files.set(name, putTranscript(home, CWD, name, lines(session)));
        else if (what < 0.45) {
          // Appended, at times in the middle of a line, which the next append may finish.
          const text = `${lines(session, 3_000).join('\n')}\n`;
          appendFileSync(
            path,
            text.slice(0, random.fraction() < 0.5 ? text.length : random.below(text.length)),
          );
        } else if (what < 0.6) {
          const text = readFileSync(path, 'utf8');
          writeFileSync(path, text.slice(0, random.below(text.length + 1)));
        } else if (what < 0.7) writeFileSync(path, `${lines(session, 20_000).join('\n')}\n`);
        else if (what < 0.8) {
          // Replaced by another file of the same name, as editors do.
          writeFileSync(`${path}.new`, `${lines(session).join('\n')}\n`);
          renameSync(`${path}.new`, path);
        } else if (what < 0.9) {
          rmSync(path);
          files.delete(name);
        } else {
          // A fork repeats the records of its parent.
          const parent = random.pick([...files.values()]);
          if (existsSync(parent)) writeFileSync(path, readFileSync(parent));
        }
      }
      await indexHome(home);
      await indexHome(home, { name: 'full.db', full: true });
      assert.deepEqual(dumpIndex(join(home, 'index.db')), dumpIndex(join(home, 'full.db')), `round ${round}`);
    }
  });

  test('built by threads it says the same as built by one', async () => {
    await using tmp = await tmpdir();
    const home = tmp.path;
    for (let n = 0; n < 20; n += 1) {
      putTranscript(home, CWD, `s${n}`, lines(`s${n}`, 20_000));
      putTranscript(home, CWD, `s${n}/subagents/agent-${n}`, lines(`s${n}`, 5_000));
    }
    // One that only its records name, one that is a copy, and one of each other agent.
    putTranscript(home, CWD, 'agent-old', lines('s3', 5_000));
    cpSync(
      join(home, 'projects', '-home-dev-app', 's1.jsonl'),
      join(home, 'projects', '-home-dev-app', 'fork.jsonl'),
    );
    for (const agent of ['codex', 'gemini'])
      cpSync(join(FIXTURES, agent), join(home, `.${agent}`), { recursive: true });
    await indexHome(home, { threads: 0 });
    // This thread dawdles, so that the others get their share.
    const dawdle = () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 40);
    await indexHome(home, { threads: 2, name: 'threads.db', progress: dawdle });
    assert.deepEqual(dumpIndex(join(home, 'threads.db')), dumpIndex(join(home, 'index.db')));
    assert.equal(sessionsIn(join(home, 'threads.db')).length, 23);
    assert.deepEqual(
      readdirSync(home).filter((name) => name.includes('tmp')),
      [],
    );
  });

  test('what a killed build has left is removed by a later one, what another is building is not', async () => {
    await using tmp = await tmpdir();
    putTranscript(tmp.path, CWD, 'a', lines('a'));
    for (const name of ['index.db.old.tmp', 'index.db.old.tmp.0', 'index.db.new.tmp'])
      writeFileSync(join(tmp.path, name), 'x');
    for (const name of ['index.db.old.tmp', 'index.db.old.tmp.0']) utimesSync(join(tmp.path, name), 1, 1);
    await indexHome(tmp.path);
    assert.deepEqual(readdirSync(tmp.path).sort(), ['index.db', 'index.db.new.tmp', 'projects']);
  });

  test('done twice it reads nothing and changes nothing', async () => {
    await using tmp = await tmpdir();
    for (const session of ['a', 'b', 'c']) putTranscript(tmp.path, CWD, session, lines(session));
    const first = await indexHome(tmp.path);
    const before = statSync(join(tmp.path, 'index.db')).mtimeMs;
    const second = await indexHome(tmp.path);
    assert.deepEqual([first.read, first.sessions], [3, 3]);
    assert.deepEqual([second.read, second.appended, second.unchanged, second.sessions], [0, 0, 3, 3]);
    assert.equal(statSync(join(tmp.path, 'index.db')).mtimeMs, before);
  });

  test('an appended file is read from where it ended, a rewritten one from its start', async () => {
    await using tmp = await tmpdir();
    const path = putTranscript(tmp.path, CWD, 'a', lines('a'));
    await indexHome(tmp.path);
    appendFileSync(path, `${lines('a', 2_000).join('\n')}\n`);
    const grown = await indexHome(tmp.path);
    assert.deepEqual([grown.appended, grown.read], [1, 0]);
    writeFileSync(path, `${lines('a', 40_000).join('\n')}\n`);
    const rewritten = await indexHome(tmp.path);
    assert.deepEqual([rewritten.appended, rewritten.read], [0, 1]);
  });

  test('a file rewritten in lines of the same length is not taken for an appended one', async () => {
    await using tmp = await tmpdir();
    const path = putTranscript(tmp.path, CWD, 'a', turnsAsLines('a', CWD, [{ ask: 'first' }]));
    await indexHome(tmp.path);
    const other = readFileSync(path, 'utf8').replace('first', 'other');
    writeFileSync(path, other + turnsAsLines('a', CWD, [{ ask: 'second' }])[0] + '\n');
    const { appended, read } = await indexHome(tmp.path);
    assert.deepEqual([appended, read], [0, 1]);
    assert.equal(sessionsIn(join(tmp.path, 'index.db'))[0]?.['first_prompt_snippet'], 'other');
  });

  test('a last record without its line feed counts, and counts once when the line feed comes', async () => {
    await using tmp = await tmpdir();
    const all = turnsAsLines('a', CWD, [{ ask: 'one' }, { ask: 'two' }]);
    const path = putTranscript(tmp.path, CWD, 'a', []);
    writeFileSync(path, all.join('\n'));
    await indexHome(tmp.path);
    assert.equal(sessionsIn(join(tmp.path, 'index.db'))[0]?.['prompt_count'], 2);
    appendFileSync(path, `\n${turnsAsLines('a', CWD, [{ ask: 'three' }]).join('\n')}\n`);
    assert.equal((await indexHome(tmp.path)).appended, 1);
    assert.equal(sessionsIn(join(tmp.path, 'index.db'))[0]?.['prompt_count'], 3);
  });

  test('a session and its sub-agents are one; answers that are copied count once', async () => {
    await using tmp = await tmpdir();
    const main = turnsAsLines('a', CWD, [{ ask: '[autodev] go' }, { use: ['Bash', { command: 'git log' }] }]);
    const sub = turnsAsLines('a', CWD, [{ ask: 'count files' }, { use: ['Bash', { command: 'ls' }] }]);
    putTranscript(tmp.path, CWD, 'a', main);
    putTranscript(tmp.path, CWD, 'a/subagents/agent-1', sub);
    putTranscript(tmp.path, CWD, 'b', [
      ...main,
      ...turnsAsLines('b', CWD, [{ use: ['Edit', { file_path: '/x' }] }]),
    ]);
    const { sessions } = await indexHome(tmp.path);
    assert.equal(sessions, 2);
    const [a, b] = sessionsIn(join(tmp.path, 'index.db'));
    assert.deepEqual([a?.['prompt_count'], a?.['tool_use_count'], a?.['tokens']], [1, 2, 220]);
    assert.equal(a?.['first_prompt_snippet'], '[autodev] go');
    // b repeats one answer of a and adds one of its own.
    assert.deepEqual([b?.['tool_use_count'], b?.['tokens']], [2, 110]);
    rmSync(join(tmp.path, 'projects', '-home-dev-app', 'a.jsonl'));
    await indexHome(tmp.path);
    assert.equal(sessionsIn(join(tmp.path, 'index.db')).find((s) => s['id'] === 'b')?.['tokens'], 220);
  });

  test('a model without a price has tokens but no cost', async () => {
    await using tmp = await tmpdir();
    putTranscript(tmp.path, CWD, 'a', turnsAsLines('a', CWD, [{ model: 'mystery-1' }, {}]));
    await indexHome(tmp.path);
    const [a] = sessionsIn(join(tmp.path, 'index.db'));
    assert.deepEqual([a?.['tokens'], a?.['cost']], [220, null]);
  });

  test('a project has its own sessions only, also where another path has the same slug', async () => {
    await using tmp = await tmpdir();
    putTranscript(tmp.path, '/w/a-b', 'one', turnsAsLines('one', '/w/a-b', [{ ask: 'x' }]));
    putTranscript(tmp.path, '/w/a/b', 'two', turnsAsLines('two', '/w/a/b', [{ ask: 'y' }]));
    // Moved here from elsewhere: its folder says whose it is.
    putTranscript(tmp.path, '/w/a/b', 'moved', turnsAsLines('moved', '/elsewhere', [{ ask: 'z' }]));
    putTranscript(tmp.path, '/w/other', 'three', turnsAsLines('three', '/w/other', [{ ask: 'w' }]));
    await indexHome(tmp.path, { project: '/w/a/b' });
    const ids = () => sessionsIn(join(tmp.path, 'index.db')).map((s) => [s['id'], s['project']]);
    const own = [
      ['moved', '/w/a/b'],
      ['two', '/w/a/b'],
    ];
    assert.deepEqual(ids(), own);
    assert.equal((await indexHome(tmp.path, { project: '/w/a/b' })).unchanged, 3);
    assert.deepEqual(ids(), own);
    await assert.rejects(indexHome(tmp.path, { project: '/w/never', name: 'never.db' }), (error) =>
      isAutodevError(error, 'not_found'),
    );
    assert.ok(!existsSync(join(tmp.path, 'never.db')));
  });

  test('a file that is no index of ours is refused and left alone', async () => {
    await using tmp = await tmpdir();
    putTranscript(tmp.path, CWD, 'a', lines('a'));
    const path = join(tmp.path, 'mine.db');
    const db = openDatabase(path);
    db.raw.exec('CREATE TABLE precious (x)');
    db.close();
    for (const full of [false, true])
      await assert.rejects(indexHome(tmp.path, { name: 'mine.db', full }), (e) =>
        isAutodevError(e, 'invalid_input'),
      );
    writeFileSync(join(tmp.path, 'note.txt'), 'not a database at all, but a note of some length');
    await assert.rejects(indexHome(tmp.path, { name: 'note.txt' }), (e) =>
      isAutodevError(e, 'invalid_input'),
    );
    assert.equal(readFileSync(join(tmp.path, 'note.txt'), 'utf8').slice(0, 5), 'not a');
  });

  test('a build that is stopped leaves the old index as it was, and no remains', async () => {
    await using tmp = await tmpdir();
    for (let n = 0; n < 30; n += 1) putTranscript(tmp.path, CWD, `s${n}`, lines(`s${n}`, 100_000));
    await indexHome(tmp.path);
    const before = dumpIndex(join(tmp.path, 'index.db'));
    const stop = new AbortController();
    await assert.rejects(
      indexHome(tmp.path, {
        full: true,
        signal: stop.signal,
        progress: ({ files }) => files === 5 && stop.abort(new Error('stop')),
      }),
      /stop/,
    );
    assert.deepEqual(dumpIndex(join(tmp.path, 'index.db')), before);
    assert.deepEqual(
      readdirSync(tmp.path).filter((name) => name.includes('tmp')),
      [],
    );
    // The same in the middle of an update.
    for (let n = 0; n < 30; n += 1) putTranscript(tmp.path, CWD, `s${n}`, lines(`s${n}`, 100_000));
    const again = new AbortController();
    await assert.rejects(
      indexHome(tmp.path, {
        signal: again.signal,
        progress: ({ files }) => files === 5 && again.abort(new Error('stop')),
      }),
      /stop/,
    );
    assert.deepEqual(dumpIndex(join(tmp.path, 'index.db')), before);
  });

  test('questions are answered while a large change is being made', async () => {
    await using tmp = await tmpdir();
    putTranscript(tmp.path, CWD, 'a', turnsAsLines('a', CWD, [{ ask: 'first' }]));
    await indexHome(tmp.path);
    // More than the database keeps in memory by itself.
    const input = Object.fromEntries(Array.from({ length: 8 }, (_, n) => [`k${n}`, 'x'.repeat(480)]));
    for (const session of ['b', 'c'])
      putTranscript(
        tmp.path,
        CWD,
        session,
        turnsAsLines(
          session,
          CWD,
          Array.from({ length: 1_000 }, () => ({ use: ['Tool', input] })),
        ),
      );
    const index = join(tmp.path, 'index.db');
    const seen: number[] = [];
    await indexHome(tmp.path, {
      progress: () =>
        seen.push(askIndex(index, prepareQuestion({ perspective: 'sessions', params: [] })).length),
    });
    assert.deepEqual(seen, [1, 1]);
    assert.equal(sessionsIn(index).length, 3);
  });

  test('files that vanish between the walk and the reading are simply gone', async () => {
    await using tmp = await tmpdir();
    const paths = ['a', 'b', 'c'].map((s) => putTranscript(tmp.path, CWD, s, lines(s)));
    await indexHome(tmp.path, {
      progress: ({ files }) => files === 1 && paths.slice(1).forEach((path) => rmSync(path, { force: true })),
    });
    assert.equal(sessionsIn(join(tmp.path, 'index.db')).length, 1);
    for (const session of ['a', 'b', 'c']) putTranscript(tmp.path, CWD, session, lines('x'));
    for (const path of paths) utimesSync(path, 1, 1);
    await indexHome(tmp.path, {
      progress: ({ files }) => files === 1 && paths.slice(1).forEach((path) => rmSync(path, { force: true })),
    });
    assert.equal(sessionsIn(join(tmp.path, 'index.db')).length, 1);
  });
});
