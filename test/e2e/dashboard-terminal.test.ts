import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '../../src/config/environment.ts';
import { eventBus } from '../../src/daemon/bus.ts';
import { openStore } from '../../src/store/sqlite/open.ts';
import { runId, workId } from '../../src/work/ids.ts';
import { hasTmux, openTerminal } from '../support/tmux.ts';
import { tmpdir } from '../support/tmpdir.ts';

const SIZES = [
  { columns: 60, rows: 16 },
  { columns: 80, rows: 24 },
  { columns: 200, rows: 60 },
];
const skip = hasTmux ? false : 'tmux is not installed';

/** What a daemon left behind: 500 items, the first with a question, titles in Korean and emoji. */
async function seededHome() {
  const tmp = await tmpdir();
  const home = join(tmp.path, 'home');
  await mkdir(home, { mode: 0o700 });
  const store = openStore(join(home, 'autodev.db'));
  const { emit } = eventBus(store);
  const row = {
    name: 'org/repo',
    url: 'https://forge.example/org/repo.git',
    enabled: true,
    origin: 'config',
  } as const;
  await store.repositories.put(row);
  for (let number = 1; number <= 500; number += 1) {
    const work = workId('issue', 'org/repo', number);
    const run = runId(work, 'abcdef0123456789', 1);
    await store.runs.submit({ id: run, work, attempt: 1, inputHash: 'abcdef0123456789', input: {} });
    if (number > 3) continue;
    await emit({ type: 'item.queued', work, phase: 'Pending', title: '로그인 화면 👨‍👩‍👧‍👦 🇰🇷 가족' });
    const question = {
      text: '어느 것을 쓸까요?',
      options: ['first', 'second'],
      free: false,
      expiresAt: null,
    };
    await store.questions.ask({ work, run, step: 'ask:clarify', round: 0, ...question });
    await store.runs.setAside(run, 'asks');
  }
  await store.close();
  return { ...tmp, path: tmp.path, home, [Symbol.asyncDispose]: () => tmp[Symbol.asyncDispose]() };
}

/** Every border stands in its column: what is between them has exactly the width we think. */
function assertFramed(rows: readonly string[], columns: number): void {
  assert.match(rows[0] ?? '', new RegExp(`^┌─{${columns - 2}}┐$`));
  assert.match(rows.at(-2) ?? '', new RegExp(`^└[─┴]{${columns - 2}}┘$`));
}

describe('the dashboard in a terminal', { skip }, () => {
  test('shows every view at every size, and follows a resize in each of them', async () => {
    await using home = await seededHome();
    const [small] = SIZES;
    await using terminal = await openTerminal({
      folder: home.path,
      home: home.home,
      ...(small as (typeof SIZES)[0]),
    });
    await terminal.autodev('dashboard');
    const VIEWS: readonly [keys: string[], shows: RegExp, back: string[]][] = [
      [[], /○ daemon stopped[\s\S]*issue:org\/repo:1 +asks you/, []],
      [['Tab'], /›Activity Log\n/, ['Tab']],
      [['?'], /Keys {3}type to search/, ['Escape']],
      [['Enter'], /question +it asks: 어느 것을/, ['Escape']],
      [['a'], /issue:org\/repo:1 asks[\s\S]*1 first[\s\S]*2 second/, ['Escape']],
      [['c'], /Cancel issue:org\/repo:1\?/, ['n']],
      [['/'], /Enter keeps it, Esc undoes it/, ['Escape']],
      [['G'], /issue:org\/repo:500 +waiting/, ['g']],
    ];
    for (const [keys, shows, back] of VIEWS) {
      if (keys.length > 0) await terminal.press(...keys);
      const pattern = new RegExp(shows.source.replace('\\n', ' *│?\\n?'));
      for (const { columns, rows } of [...SIZES, ...SIZES.slice(0, 1)]) {
        await terminal.resize(columns, rows);
        await terminal.sees(new RegExp(`^┌─{${columns - 2}}┐\\n[\\s\\S]*┘\\n`));
        await terminal.sees(pattern);
        assertFramed(await terminal.rows(), columns);
      }
      if (back.length > 0) await terminal.press(...back);
    }
    await terminal.resize(50, 10);
    await terminal.sees(/50×10 is too small:\nthe dashboard needs 60×16\./);
    await terminal.resize(80, 24);
    await terminal.sees(/asks you/);
    await terminal.resize(200, 60);
    await terminal.sees(/^┌─{198}┐\n[\s\S]*┘\n/);
    await terminal.press('q');
    const after = await terminal.sees(/code 0/);
    assert.doesNotMatch(after, /[│┌└]/, 'a terminal that grew shows nothing of the dashboard afterwards');
  });

  const WAYS: readonly [
    way: string,
    leave: (pid: number) => string[] | undefined,
    code: number,
    said: RegExp,
  ][] = [
    ['q', () => ['q'], 0, /before\ncode 0/],
    ['Ctrl-C', () => ['C-c'], 130, /before\ncode 130/],
    ['SIGTERM', (pid) => void process.kill(pid, 'SIGTERM'), 130, /before\n[\s\S]*code 130/],
    [
      'a crash',
      (pid) => void process.kill(pid, 'SIGUSR2'),
      1,
      /before\n[\s\S]*crashed on purpose[\s\S]*code [17]/,
    ],
  ];
  test(`gives the terminal back as it was after ${WAYS.map(([way]) => way).join(', ')}`, async () => {
    await using home = await seededHome();
    await using terminal = await openTerminal({ folder: home.path, home: home.home, columns: 80, rows: 24 });
    const facts = () =>
      Promise.all(['alternate_on', 'cursor_flag', 'wrap_flag'].map((name) => terminal.fact(name)));
    const before = await terminal.settings();
    for (const [way, leave, , said] of WAYS) {
      await terminal.autodev('dashboard');
      await terminal.sees(/asks you/);
      assert.deepEqual(await facts(), ['1', '0', '0'], way);
      const keys = leave(terminal.pid());
      if (keys !== undefined) await terminal.press(...keys);
      await terminal.sees(said);
      assert.deepEqual(await facts(), ['0', '1', '1'], `after ${way}`);
      assert.equal(await terminal.settings(), before, `after ${way}`);
    }
  });

  test('leaves an answer for the next daemon, and says so', async () => {
    await using home = await seededHome();
    await using terminal = await openTerminal({ folder: home.path, home: home.home, columns: 80, rows: 24 });
    await terminal.autodev('dashboard');
    await terminal.sees(/asks you/);
    await terminal.press('a');
    await terminal.sees(/1 first/);
    await terminal.type('2');
    await terminal.press('Enter');
    await terminal.sees(/no daemon is running; answer is done when one starts/);
    await terminal.press('x');
    await terminal.sees(/to take "second"/);
  });
});

test('without a terminal, says to use status', () => {
  const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
  const done = spawnSync(process.execPath, ['--no-warnings', main, 'dashboard'], {
    encoding: 'utf8',
    env: childEnvironment(),
    timeout: 60_000,
  });
  assert.equal(done.status, 2);
  assert.equal(done.stdout, '');
  assert.match(done.stderr, /needs a terminal[\s\S]*autodev status/);
});
