import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Io } from '../../src/cli/io.ts';
import { runCommand } from '../../src/cli/run.ts';
import { TREE } from '../../src/cli/tree.ts';
import { putTranscript, turnsAsLines, type Turn } from '../support/session-home.ts';
import { tmpdir } from '../support/tmpdir.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CWD = '/home/dev/app';

interface Done {
  code: number | null;
  out: string;
  err: string;
}

/** The program itself, as a person starts it. */
function run(home: string, bin: string, ...words: string[]): Done {
  const done = spawnSync(process.execPath, [join(ROOT, 'bin', bin), ...words], {
    env: { PATH: process.env['PATH'] ?? '', HOME: home },
    encoding: 'utf8',
    input: '',
  });
  return { code: done.status, out: done.stdout, err: done.stderr };
}

/** The same command line within this process, which has no other use for its environment: quicker. */
async function suggest(home: string, ...words: string[]): Promise<Done> {
  process.env['HOME'] = home;
  delete process.env['CLAUDE_CONFIG_DIR'];
  delete process.env['AUTODEV_HOME'];
  const done: Done = { code: null, out: '', err: '' };
  const io: Io = {
    out: (text) => void (done.out += text),
    err: (text) => void (done.err += text),
    outIsTerminal: false,
    errIsTerminal: false,
    inIsTerminal: false,
    color: false,
    columns: 80,
    rows: 24,
    ask: () => Promise.resolve(undefined),
    readInput: () => Promise.resolve(''),
  };
  done.code = await runCommand(TREE, ['sessions', ...words], io, new AbortController().signal);
  return done;
}

const rows = (done: Done): Record<string, unknown>[] => {
  assert.equal(done.code, 0, done.err);
  return JSON.parse(done.out) as Record<string, unknown>[];
};

/** A person's home with sessions of two kinds. */
function fill(home: string): void {
  const claude = join(home, '.claude');
  const tests = (count: number): Turn[] =>
    Array.from({ length: count }, () => ({ use: ['Bash', { command: 'npm test' }] }));
  for (let n = 0; n < 6; n += 1)
    putTranscript(
      claude,
      CWD,
      `calm${n}`,
      turnsAsLines(`calm${n}`, CWD, [{ ask: '[autodev] small' }, ...tests(2)]),
    );
  putTranscript(
    claude,
    CWD,
    'loop',
    turnsAsLines('loop', CWD, [{ ask: '[autodev] fix: login' }, ...tests(12)]),
  );
  putTranscript(
    claude,
    '/home/dev/other',
    'mine',
    turnsAsLines('mine', '/home/dev/other', [{ ask: 'hello' }, { use: ['Edit', { file_path: '/x' }] }]),
  );
}

describe('suggest-workflow', () => {
  test("answers the seed's three queries as they are written there", async () => {
    await using tmp = await tmpdir();
    fill(tmp.path);
    const filtered = rows(
      run(
        tmp.path,
        'suggest-workflow.mjs',
        'query',
        '--perspective',
        'filtered-sessions',
        '--param',
        'prompt_pattern=[autodev]',
        '--json',
      ),
    );
    assert.equal(filtered.length, 7);
    assert.deepEqual(Object.keys(filtered[0] ?? {}), [
      'id',
      'first_ts',
      'last_ts',
      'prompt_count',
      'tool_use_count',
      'duration_minutes',
      'first_prompt',
    ]);
    const filter = ['--session-filter', "first_prompt_snippet LIKE '[autodev]%'", '--json'];
    assert.deepEqual(
      rows(run(tmp.path, 'suggest-workflow.mjs', 'query', '--perspective', 'tool-frequency', ...filter)),
      [{ tool: 'Bash:test', frequency: 24, sessions: 7 }],
    );
    const repeated = rows(
      run(tmp.path, 'suggest-workflow.mjs', 'query', '--perspective', 'repetition', ...filter),
    );
    assert.deepEqual(
      repeated.map((row) => [row['session_id'], row['tool'], row['cnt']]),
      [['loop', 'Bash:test', 12]],
    );
    assert.ok(existsSync(join(tmp.path, '.claude', 'suggest-workflow-index', 'all', 'index.db')));
    // The same without --json, as in the seed: a table.
    const table = run(
      tmp.path,
      'suggest-workflow.mjs',
      'query',
      '--perspective',
      'tool-frequency',
      ...filter.slice(0, 2),
    );
    assert.match(table.out, /^tool +frequency +sessions\nBash:test +24 +7\n$/);
  });

  test("takes session_id = '…' for every perspective, and the index is made on the way", async () => {
    await using tmp = await tmpdir();
    fill(tmp.path);
    const names = rows(await suggest(tmp.path, 'query', '--list-perspectives', '--json')).map((row) =>
      String(row['name']),
    );
    assert.equal(names.length, 11);
    for (const name of names) {
      const found = rows(
        await suggest(
          tmp.path,
          'query',
          '--perspective',
          name,
          '--session-filter',
          "session_id = 'loop'",
          '--project',
          CWD,
          '--json',
        ),
      );
      assert.doesNotMatch(JSON.stringify(found), /calm|mine/, name);
    }
  });

  test('says what is wrong, with an exit code for each kind', async () => {
    await using tmp = await tmpdir();
    fill(tmp.path);
    const cases: [code: number, message: RegExp, ...words: string[]][] = [
      [2, /unknown perspective: nope/, 'query', '--perspective', 'nope'],
      [2, /no parameter "size"/, 'query', '--perspective', 'hotfiles', '--param', 'size=1'],
      [2, /takes a whole number/, 'query', '--perspective', 'hotfiles', '--param', 'top=many'],
      [2, /what is the question/, 'query'],
      [2, /--since takes/, 'query', '--perspective', 'sessions', '--since', 'soon'],
      [2, /exclude each other/, 'query', '--sql', 'SELECT 1', '--perspective', 'sessions'],
      [2, /unknown option/, 'query', '--perspectives', 'x'],
      [
        3,
        /not a single expression/,
        'query',
        '--perspective',
        'sessions',
        '--session-filter',
        '1=1; DROP TABLE sessions',
      ],
      [3, /not allowed or not understood/, 'query', '--sql', 'DELETE FROM sessions'],
      [4, /no transcripts of \/nowhere/, 'query', '--perspective', 'sessions', '--project', '/nowhere'],
      [4, /no such folder/, 'index', '--home', join(tmp.path, 'nothing')],
      [4, /no such file/, 'query', '--sql-file', join(tmp.path, 'nothing')],
    ];
    for (const [code, message, ...words] of cases) {
      const done = await suggest(tmp.path, ...words);
      assert.equal(done.code, code, words.join(' '));
      assert.match(done.err, message);
      assert.equal(done.out, '');
      assert.doesNotMatch(done.err, /bug in autodev/);
    }
    const json = await suggest(
      tmp.path,
      'query',
      '--perspective',
      'sessions',
      '--session-filter',
      'x',
      '--json',
    );
    assert.equal((JSON.parse(json.err) as { error: { code: string } }).error.code, 'invalid_input');
  });

  test('reads all three agents of a home, each project by its path, also one that is gone', async () => {
    await using tmp = await tmpdir();
    const fixtures = join(ROOT, 'test', 'fixtures', 'sessions');
    for (const agent of ['claude', 'codex', 'gemini'])
      cpSync(join(fixtures, agent), join(tmp.path, `.${agent}`), { recursive: true });
    fill(tmp.path);
    const own = rows(
      await suggest(
        tmp.path,
        'query',
        '--project',
        '/home/dev/project',
        '--json',
        '--sql',
        'SELECT agent FROM sessions ORDER BY agent',
      ),
    );
    assert.deepEqual(own, [{ agent: 'claude' }, { agent: 'codex' }, { agent: 'gemini' }]);
    assert.equal(
      rows(run(tmp.path, 'autodev.mjs', 'sessions', 'query', '--perspective', 'sessions', '--json')).length,
      11,
    );
    const index = join(tmp.path, '.claude', 'suggest-workflow-index', '-home-dev-project', 'index.db');
    assert.ok(existsSync(index));
    // Named by the file alone, an index still knows what it is of.
    assert.equal(
      rows(await suggest(tmp.path, 'query', '--db', index, '--perspective', 'sessions', '--json')).length,
      3,
    );
  });

  test('says where it looked when there are no transcripts at all', async () => {
    await using tmp = await tmpdir();
    for (const words of [['query', '--perspective', 'sessions', '--json'], ['index']]) {
      const done = await suggest(tmp.path, ...words);
      assert.equal(done.code, 0);
      assert.match(done.err, /no transcripts were found; looked in/);
      for (const place of ['.claude/projects', '.codex/sessions', '.gemini/tmp'])
        assert.ok(done.err.includes(`  ${join(tmp.path, place)}\n`), done.err);
      if (words.includes('--json')) assert.equal(done.out, '[]\n');
    }
    fill(tmp.path);
    const none = await suggest(tmp.path, 'query', '--perspective', 'prompts', '--param', 'search=nothing');
    assert.equal(none.err, 'no rows\n');
  });

  test('an index cannot be a folder', async () => {
    await using tmp = await tmpdir();
    for (const words of [['query', '--perspective', 'sessions'], ['index']]) {
      const done = await suggest(tmp.path, ...words, '--db', tmp.path);
      assert.deepEqual([done.code, done.out], [3, ''], done.err);
      assert.match(done.err, /is a folder/);
    }
  });

  test('prints CSV that a spreadsheet reads as data', async () => {
    await using tmp = await tmpdir();
    const ask = '=HYPERLINK("x"), 새 줄\n둘째';
    putTranscript(join(tmp.path, '.claude'), CWD, 'a', turnsAsLines('a', CWD, [{ ask }]));
    const done = await suggest(tmp.path, 'query', '--perspective', 'prompts', '--csv');
    assert.equal(
      done.out,
      `session_id,timestamp,char_count,role,snippet\r\na,2026-01-05T12:01:00.000Z,23,human,"'=HYPERLINK(""x""), 새 줄\n둘째"\r\n`,
    );
  });

  test('watch tells what is new until it is stopped', async () => {
    await using tmp = await tmpdir();
    fill(tmp.path);
    const child = spawn(
      process.execPath,
      [join(ROOT, 'bin', 'autodev.mjs'), 'sessions', 'watch', '--every', '1', '--json'],
      {
        env: { PATH: process.env['PATH'] ?? '', HOME: tmp.path },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
    let told = '';
    for await (const chunk of child.stdout) {
      const lines = told.split('\n').length;
      told += String(chunk);
      if (lines === 1) {
        appendFileSync(
          join(tmp.path, '.claude/projects/-home-dev-app/loop.jsonl'),
          `${turnsAsLines('loop', CWD, [{ ask: 'more' }])[0]}\n`,
        );
        mkdirSync(join(tmp.path, '.claude/projects/-new'), { recursive: true });
      } else child.kill('SIGINT');
    }
    assert.equal(await exit, 130);
    const [first, second] = told
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, number>);
    assert.deepEqual([first?.['read'], first?.['sessions']], [8, 8]);
    assert.deepEqual([second?.['appended'], second?.['read'], second?.['unchanged']], [1, 0, 7]);
  });

  test('help of every command shows an example', async () => {
    await using tmp = await tmpdir();
    for (const command of ['index', 'query', 'watch']) {
      const { code, out } = await suggest(tmp.path, command, '--help');
      assert.equal(code, 0);
      assert.match(out, /Example\n {2}\S/);
    }
    assert.equal(
      readFileSync(join(ROOT, 'docs', 'sessions.md'), 'utf8').includes('suggest-workflow query'),
      true,
    );
  });
});
