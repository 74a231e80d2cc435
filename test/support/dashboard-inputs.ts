import type { Snapshot } from '../../src/api/board/snapshot.ts';
import type { Input } from '../../src/tui/model.ts';
import { workId } from '../../src/work/ids.ts';
import { asking, boardItemOf, detailsOf, eventAt, failed, running, snapshotWith } from './board.ts';

const KEYS = [
  ...'jjjjkgGrapco/?yn12 '.split(''),
  ...'Down Up PageDown PageUp Tab Tab Enter Enter Esc Esc Backspace Ctrl-U Ctrl-W Left Home End 한 글 x'.split(
    ' ',
  ),
];
const TITLES = [
  'Plain words',
  '로그인 화면이 깨져요',
  'family 👨‍👩‍👧‍👦 and more 👩🏽‍💻 people',
  '🇰🇷 flag ❤️ heart 1️⃣ key ⚠️ sign',
  'e\u0301 a\u030a combining',
  'ｱｲｳ half ＡＢ full 家族',
  '\u001b[31mnot red\u001b[0m \u202eturned\u202c \u200bnothing',
  '',
  'long '.repeat(60),
  '긴 제목 '.repeat(60),
];
const PHASES = ['Pending', 'Analyzing', 'Ready', 'Implementing'];

/** The same inputs for the same seed: keys, sizes, snapshots, events and details, as they come to a dashboard. */
export function* randomInputs(seed: number, count: number): Generator<Input> {
  const random = generator(seed);
  let seq = 100;
  let snapshot = randomSnapshot(random, seq);
  yield { kind: 'snapshot', snapshot };
  for (let n = 1; n < count; n += 1) {
    const dice = random(100);
    if (dice < 55) yield { kind: 'key', key: { key: pick(random, KEYS) } };
    else if (dice < 57) yield { kind: 'resize', size: { columns: 20 + random(181), rows: 4 + random(57) } };
    else if (dice < 59) yield { kind: 'resize', size: pick(random, SIZES) };
    else if (dice < 60) yield { kind: 'key', key: { pasted: pick(random, TITLES) } };
    else if (dice < 61) yield { kind: 'problem', text: pick(random, TITLES) };
    else if (dice < 64)
      yield { kind: 'said', text: pick(random, TITLES), tone: pick(random, ['good', 'bad']) };
    else if (dice < 80) {
      seq += 1;
      yield { kind: 'event', event: randomEvent(random, seq) };
    } else if (dice < 86) {
      const item = pick(random, snapshot.items);
      yield { kind: 'details', id: item.id, details: randomDetails(random, item.number) };
    } else if (dice < 96) yield { kind: 'snapshot', snapshot: (snapshot = changed(random, snapshot, seq)) };
    else yield { kind: 'snapshot', snapshot: (snapshot = randomSnapshot(random, seq)) };
  }
}

const SIZES = [
  { columns: 60, rows: 16 },
  { columns: 80, rows: 24 },
  { columns: 200, rows: 60 },
];

type Random = (below: number) => number;

/** Mulberry32: small, and the same everywhere. */
function generator(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

function pick<T>(random: Random, list: readonly T[]): T {
  return list[random(list.length)] as T;
}

function randomSnapshot(random: Random, seq: number): Snapshot {
  const count = 1 + random(pick(random, [3, 30, 500]));
  const items = Array.from({ length: count }, (_, at) => {
    const number = at + 1;
    const title = pick(random, TITLES);
    const until = random(2) === 0 ? null : '2026-01-01T12:00:00.000Z';
    return pick(random, [
      () => asking(number, title, random(2) === 0 ? [] : ['approve', title]),
      () => running(number, pick(random, PHASES), { title }),
      () => boardItemOf(number, { title, phase: pick(random, PHASES) }),
      () => boardItemOf(number, { title, phase: null, waiting: { reason: title, until } }),
      () => failed(number, title),
    ])();
  });
  const presence = pick(random, ['answers', 'answers', 'answers', 'starting', 'gone', 'stopped'] as const);
  const events = Array.from({ length: random(60) }, (_, at) => randomEvent(random, at + 1));
  const snapshot = snapshotWith(items, { presence, events });
  snapshot.status.seq = seq;
  return snapshot;
}

/** As it is from one moment to the next: a few items go on, the rest stays. */
function changed(random: Random, before: Snapshot, seq: number): Snapshot {
  const items = before.items.map((item) =>
    random(10) === 0 && item.group === 'running' ? { ...item, phase: pick(random, PHASES) } : item,
  );
  const costs = { ...before.status.costs, today_usd: before.status.costs.today_usd + random(3) / 10 };
  return { ...before, items, status: { ...before.status, costs, seq } };
}

function randomEvent(random: Random, seq: number) {
  const work = workId('issue', 'org/repo', 1 + random(30));
  const time = `${10 + random(13)}:${10 + random(49)}`;
  const left = { outcome: pick(random, ['done', 'skip', 'failed'] as const), durationMs: 1, costUsd: 1 };
  return eventAt(
    seq,
    time,
    pick(random, [
      { type: 'item.phase', work, from: 'Pending', to: pick(random, PHASES) } as const,
      { type: 'item.left', work, reason: pick(random, TITLES), ...left } as const,
      { type: 'item.queued', work, phase: 'Pending', title: pick(random, TITLES) } as const,
      { type: 'session.progress', work, run: 'r', text: pick(random, TITLES) } as const,
      { type: 'daemon.paused' } as const,
    ]),
  );
}

function randomDetails(random: Random, number: number) {
  const at = '2026-01-01T12:00:00.000Z';
  const entry = {
    seq: 1,
    round: 0,
    at,
    agent: null,
    model: null,
    duration_ms: random(1_000_000),
    cost_usd: 0.5,
  };
  return detailsOf(number, {
    timeline: Array.from({ length: random(60) }, () => ({
      ...entry,
      kind: 'step' as const,
      name: pick(random, ['analyze', 'implement']),
      state: pick(random, ['running', 'done', 'failed', 'again', 'open'] as const),
      text: pick(random, TITLES),
    })),
    verdicts: [
      { step: 'analyze', round: 0, at, verdict: 'implement', summary: pick(random, TITLES), confidence: 0.5 },
    ],
    tail: [{ at, text: pick(random, TITLES) }],
  });
}
