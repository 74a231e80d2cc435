import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  asking,
  boardItemOf,
  detailsOf,
  eventAt,
  failed,
  running,
  snapshotWith,
} from '../../test/support/board.ts';
import type { Presence, Snapshot } from '../api/board/snapshot.ts';
import { displayWidth } from '../render/width.ts';
import { workId } from '../work/ids.ts';
import { firstModel, type Input, type Model } from './model.ts';
import { rowText } from './screen/row.ts';
import { update } from './update.ts';
import { view } from './view.ts';

const SIZES = [
  { columns: 60, rows: 16 },
  { columns: 80, rows: 24 },
  { columns: 200, rows: 60 },
];
const work = (number: number) => workId('issue', 'org/repo', number);
const left = { durationMs: 1, costUsd: 1 };
const EVENTS = [
  eventAt(1, '14:25', { type: 'item.left', work: work(41), outcome: 'done', reason: 'PR #18', ...left }),
  eventAt(2, '14:32', { type: 'item.phase', work: work(42), from: 'Pending', to: 'Analyzing' }),
];
const BOARD = snapshotWith(
  [
    asking(7, 'Which?'),
    running(42, 'Analyzing'),
    boardItemOf(99, { phase: 'Ready' }),
    failed(5, 'it failed 3 times'),
  ],
  { events: EVENTS },
);

function shown(size: Model['size'], snapshot: Snapshot | undefined, ...keys: string[]): Model {
  let model = firstModel(size);
  const inputs: Input[] = snapshot === undefined ? [] : [{ kind: 'snapshot', snapshot }];
  for (const input of [...inputs, ...keys.map((key): Input => ({ kind: 'key', key: { key } }))])
    model = update(model, input).model;
  return model;
}

const text = (model: Model) => view(model).map(rowText);

describe('the board', () => {
  test('is as the seed draws it', () => {
    const rows = text(shown({ columns: 80, rows: 24 }, BOARD));
    assert.deepEqual(rows, [
      '┌──────────────────────────────────────────────────────────────────────────────┐',
      '│  autodev v0.1.0     ● daemon running     $0.75 of $20.00 today      [?]help  │',
      '├──────────┬───────────────────────────────────────────────────────────────────┤',
      '│›Active   │›? issue:org/repo:7   asks you     Which?                          │',
      '│ Items    │ ● issue:org/repo:42  Analyzing    Title 42                        │',
      '│ 1 asking │   issue:org/repo:99  Ready        a free slot (1 of 1 running)    │',
      '│ 1 running│ ✗ issue:org/repo:5   left to you  it failed 3 times               │',
      '│          │                                                                   │',
      '│          │                                                                   │',
      '│          │                                                                   │',
      '│          │                                                                   │',
      '│          ├───────────────────────────────────────────────────────────────────┤',
      '│ Labels   │  GitHub Label Summary                                             │',
      '│          │  autodev:wip    3                                                 │',
      '│          │  autodev:done  28                                                 │',
      '│          │  autodev:skip   5                                                 │',
      '│          ├───────────────────────────────────────────────────────────────────┤',
      '│          │  Activity Log                                                     │',
      '│          │  14:32 issue-42  Pending → Analyzing                              │',
      '│          │  14:25 issue-41  autodev:done ✓ → PR #18                          │',
      '│          │                                                                   │',
      '│          │                                                                   │',
      '└──────────┴───────────────────────────────────────────────────────────────────┘',
      ' Title 7 · an answer: Which?                                                    ',
    ]);
  });

  const STATES: readonly [Presence, RegExp][] = [
    ['starting', /◐ daemon starting/],
    ['stopping', /◐ daemon stopping/],
    ['unresponsive', /◐ daemon does not answer/],
    ['stopped', /○ daemon stopped/],
    ['gone', /✗ daemon gone/],
  ];
  for (const [presence, said] of STATES)
    for (const size of SIZES)
      test(`says at ${size.columns} columns that the daemon is ${presence}`, () => {
        assert.match(text(shown(size, { ...BOARD, presence }))[1] ?? '', said);
      });

  test('says what to do when there is nothing', () => {
    const rows = text(shown({ columns: 60, rows: 16 }, snapshotWith([], { presence: 'stopped' }))).join('\n');
    assert.match(rows, /nothing is in work/);
    assert.match(rows, /autodev repo add URL/);
    assert.match(rows, /autodev start -d/);
    assert.match(rows, /nothing happened yet today/);
  });

  test('says nothing of the day before it knows it, and only of a filter what the filter hides', () => {
    const size = { columns: 80, rows: 24 };
    assert.doesNotMatch(text(firstModel(size)).join('\n'), /nothing/);
    const filtered = text(shown(size, BOARD, '/', ...'zzz'.split(''), 'Enter')).join('\n');
    assert.doesNotMatch(filtered, /nothing happened/);
    assert.equal(filtered.match(/nothing here contains "zzz"/g)?.length, 2);
  });

  test('says how large the terminal has to be when it is smaller', () => {
    for (const size of [
      { columns: 59, rows: 16 },
      { columns: 60, rows: 15 },
      { columns: 20, rows: 3 },
      { columns: 1, rows: 1 },
    ]) {
      const rows = text(shown(size, BOARD));
      assert.equal(rows.length, size.rows);
      for (const row of rows) assert.equal(displayWidth(row), size.columns);
    }
    assert.match(
      text(shown({ columns: 50, rows: 10 }, BOARD)).join('\n'),
      /50×10 is too small:.*\n.*needs 60×16/,
    );
  });

  test('shows the chosen one of 500 items', () => {
    const items = Array.from({ length: 500 }, (_, at) => boardItemOf(at + 1));
    for (const size of SIZES) {
      assert.match(text(shown(size, snapshotWith(items), 'G')).join('\n'), /│› {2}issue:org\/repo:500 /);
      assert.match(
        text(shown(size, snapshotWith(items), 'G', 'k', 'g')).join('\n'),
        /│› {2}issue:org\/repo:1 /,
      );
    }
  });
});

describe('every row of every page', () => {
  const title = '로그인 화면 👨‍👩‍👧‍👦🇰🇷 1️⃣ ❤️ e\u0301 \u001b[31mred\u001b[0m \u202eevil\u202c \u200b한';
  const items = [asking(1, title, [title, title]), running(2, 'Analyzing', { title }), failed(3, title)];
  const details = detailsOf(1, {
    questions: [
      {
        id: 'q',
        text: title,
        options: [title],
        free: true,
        expires_at: null,
        asked_at: '2026-01-01T10:00:00.000Z',
        state: 'open',
        answer: null,
        answered_by: null,
        withdrawn_because: null,
      },
    ],
    findings: [
      {
        fingerprint: 'f',
        state: 'open',
        severity: 'must',
        category: 'bug',
        path: title,
        line: 1,
        body: title,
        round: 0,
      },
    ],
    tail: [{ at: '2026-01-01T10:00:00.000Z', text: title }],
  });
  const PAGES: readonly [name: string, keys: string[]][] = [
    ['board', []],
    ['log', ['Tab']],
    ['help', ['?']],
    ['help that finds nothing', ['?', '한', '글']],
    ['details', ['Enter']],
    ['details at their end', ['Enter', 'G']],
    ['answer', ['a', ...Array.from(title)]],
    ['cancel', ['c']],
    ['filter', ['/', ...Array.from(title)]],
  ];
  for (const [name, keys] of PAGES)
    for (const size of SIZES)
      test(`is as wide as the screen: ${name} at ${size.columns}×${size.rows}`, () => {
        let model = shown(size, snapshotWith(items, { events: EVENTS }), ...keys.slice(0, 1));
        model = update(model, { kind: 'details', id: items[0]?.id ?? '', details }).model;
        for (const key of keys.slice(1)) model = update(model, { kind: 'key', key: { key } }).model;
        const rows = text(model);
        assert.equal(rows.length, size.rows);
        for (const row of rows) {
          assert.equal(displayWidth(row), size.columns, row);
          assert.doesNotMatch(row, /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u200b]/);
        }
      });
});

describe('the details', () => {
  test('show facts, timeline with durations and dollars, verdicts, findings, effects and the running session', () => {
    const at = eventAt(1, '14:25', { type: 'daemon.paused' }).at;
    const entry = { seq: 1, round: 0, at, agent: null, model: null } as const;
    const details = detailsOf(7, {
      timeline: [
        {
          ...entry,
          kind: 'step',
          name: 'analyze',
          state: 'done',
          text: 'clear',
          duration_ms: 125_000,
          cost_usd: 0.25,
        },
        {
          ...entry,
          kind: 'step',
          name: 'implement',
          state: 'failed',
          text: 'no',
          duration_ms: 1_000,
          cost_usd: 0,
          round: 1,
        },
      ],
      verdicts: [{ step: 'analyze', round: 0, at, verdict: 'implement', summary: 'clear', confidence: 0.9 }],
      findings: [
        {
          fingerprint: 'f',
          state: 'wont_fix',
          severity: 'must',
          category: 'bug',
          path: 'a.ts',
          line: 3,
          body: 'wrong',
          round: 0,
        },
      ],
      effects: [
        { kind: 'pull', target: 'x main', status: 'done', at, url: 'https://forge.example/org/repo/pull/8' },
      ],
      tail: [{ at, text: 'running the tests' }],
    });
    let model = shown({ columns: 100, rows: 40 }, BOARD, 'Enter');
    model = update(model, { kind: 'details', id: 'issue:org/repo:7', details }).model;
    const page = text(model).join('\n');
    for (const said of [
      /running {4}it is being worked on: step analyze/,
      /cost {7}\$0\.50/,
      /14:25 ✓ step analyze {12}2 min {3}\$0\.25 {2}clear/,
      /14:25 ✗ step implement 2 {10}1 s {10}no/,
      /14:25 {2}analyze: implement \(90 %\), clear/,
      /wont fix {2}must bug a\.ts:3 wrong/,
      /pull https:\/\/forge\.example\/org\/repo\/pull\/8/,
      /14:25 {2}running the tests/,
    ])
      assert.match(page, said);
  });

  test('lose no word to a narrow screen, and no bracket to a model that nobody named', () => {
    const at = eventAt(1, '14:25', { type: 'daemon.paused' }).at;
    const said = 'the tests of the client failed after 한글 in src/api/client.ts';
    const details = detailsOf(7, {
      timeline: [
        {
          seq: 1,
          kind: 'session',
          name: 'implement',
          round: 1,
          state: 'failed',
          at,
          agent: 'codex',
          model: null,
          text: said,
          duration_ms: 125_000,
          cost_usd: 12.25,
        },
      ],
    });
    for (const size of SIZES) {
      let model = shown(size, BOARD, 'Enter');
      model = update(model, { kind: 'details', id: 'issue:org/repo:7', details }).model;
      model = update(model, { kind: 'key', key: { key: 'G' } }).model;
      const rows = text(model)
        .slice(3, -2)
        .map((row) => row.slice(1, -1).trim());
      const shownWords = rows.join(' ').replaceAll(/\s+/g, ' ');
      for (const word of said.split(' ')) assert.ok(shownWords.includes(word), `${word} at ${size.columns}`);
      assert.match(shownWords, /✗ session implement 2 2 min \$12\.25 codex the tests/);
    }
  });
});
