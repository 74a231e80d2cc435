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
import { workId } from '../work/ids.ts';
import { KeyReader } from './keys/keys.ts';
import { firstModel, type Action, type Input, type Model } from './model.ts';
import { update } from './update.ts';

const work = workId('issue', 'org/repo', 2);
const ITEMS = [
  asking(1, 'Which one?', ['approve', 'stop']),
  running(2, 'Analyzing'),
  boardItemOf(3),
  boardItemOf(4, { phase: null, failures: 1, waiting: { reason: 'the checks failed', until: null } }),
  failed(5, 'it failed 3 times'),
];
const EVENTS = [
  eventAt(1, '14:25', { type: 'item.phase', work, from: 'Pending', to: 'Analyzing' }),
  eventAt(2, '14:26', { type: 'daemon.paused' }),
];

function opened(size = { columns: 80, rows: 24 }): Model {
  return fed(firstModel(size), { kind: 'snapshot', snapshot: snapshotWith(ITEMS, { events: EVENTS }) }).model;
}

function fed(model: Model, ...inputs: Input[]): { model: Model; actions: Action[] } {
  const actions: Action[] = [];
  for (const input of inputs) {
    const updated = update(model, input);
    model = updated.model;
    actions.push(...updated.actions);
  }
  return { model, actions };
}

/** What a person types, as a terminal sends it. */
function typed(model: Model, text: string) {
  const reader = new KeyReader();
  const keys = [...reader.read(text), ...reader.flush()];
  return fed(model, ...keys.map((key): Input => ({ kind: 'key', key })));
}

const ESC = '\u001b';
const said = (text: string, from = opened()) => typed(from, text).model.message?.text ?? '';

describe('keys of the board', () => {
  const CHOSEN: readonly [keys: string, chosen: string][] = [
    ['', 'issue:org/repo:1'],
    ['j', 'issue:org/repo:2'],
    ['jjk', 'issue:org/repo:2'],
    [`${ESC}[B${ESC}[B`, 'issue:org/repo:3'],
    [`${ESC}OB${ESC}OA`, 'issue:org/repo:1'],
    ['G', 'issue:org/repo:5'],
    ['Gg', 'issue:org/repo:1'],
    [`${ESC}[6~`, 'issue:org/repo:5'],
    ['jjjjjjjj', 'issue:org/repo:5'],
  ];
  for (const [keys, chosen] of CHOSEN)
    test(`${JSON.stringify(keys)} chooses ${chosen}`, () => {
      assert.equal(typed(opened(), keys).model.active.chosen, chosen);
    });

  const ACTS: readonly [what: string, keys: string, action: Action][] = [
    ['q quits', 'q', { kind: 'quit', code: 0 }],
    ['Ctrl-C quits', '\u0003', { kind: 'quit', code: 130 }],
    ['Enter asks for the details', 'j\r', { kind: 'look', id: 'issue:org/repo:2' }],
    ['r retries what failed', 'Gr', { kind: 'tell', command: { name: 'retry', work: 'issue:org/repo:5' } }],
    [
      'r retries what waits after a failure',
      'Gkr',
      { kind: 'tell', command: { name: 'retry', work: 'issue:org/repo:4' } },
    ],
    ['p pauses', 'p', { kind: 'tell', command: { name: 'pause' } }],
    ['c and y cancel', 'jcy', { kind: 'tell', command: { name: 'cancel', work: 'issue:org/repo:2' } }],
    ['o opens the page', 'o', { kind: 'open', url: 'https://forge.example/org/repo/issues/1' }],
    [
      'a answers with what is typed, quit keys included',
      'aq one\r',
      { kind: 'tell', command: { name: 'answer', work: 'issue:org/repo:1', question: 'q1', text: 'q one' } },
    ],
    [
      'a number stands for its option',
      'a2\r',
      { kind: 'tell', command: { name: 'answer', work: 'issue:org/repo:1', question: 'q1', text: 'stop' } },
    ],
    ['Enter in the log shows the item of the line', '\tj\r', { kind: 'look', id: 'issue:org/repo:2' }],
  ];
  for (const [what, keys, action] of ACTS)
    test(what, () => {
      assert.deepEqual(typed(opened(), keys).actions, [action]);
    });

  const REFUSED: readonly [what: string, keys: string, why: RegExp][] = [
    ['r on what runs', 'jr', /is being worked on/],
    ['r on what asks', 'r', /waits for your answer: press a/],
    ['r on what is queued', 'jjr', /has not failed/],
    ['a on what asks nothing', 'ja', /asks nothing/],
    ['c on what is left to a person', 'Gc', /left to you already/],
    ['k on the first row', 'k', /first row/],
    ['j on the last row', 'Gj', /last row/],
    ['an unknown key', 'x', /x does nothing here; \? shows the keys/],
    ['Esc on the board', ESC, /this is the board/],
    ['Enter on a line about no item', '\t\r', /about no item/],
    ['pasted text', `${ESC}[200~qqq${ESC}[201~`, /pasted text does nothing/],
    ['a cancel that is declined', 'jcn', /is not cancelled/],
    ['another key where y or n is asked', 'jcx', /y cancels it, n does not/],
    ['an empty answer', 'a\r', /type an answer/],
    ['Tab in the details', '\r\t', /one panel here/],
    ['/ in the details', '\r/', /filter is for the board/],
  ];
  for (const [what, keys, why] of REFUSED)
    test(`${what} does nothing and says why`, () => {
      const { model, actions } = typed(opened(), keys);
      assert.match(model.message?.text ?? '', why);
      assert.deepEqual(
        actions.filter(({ kind }) => kind !== 'look'),
        [],
      );
    });

  test('an answer begun for one question is not given to the next', () => {
    const begun = typed(opened(), 'a2').model;
    const another = asking(1, 'And now?', ['left', 'right']);
    const question = { ...another.question, id: 'q2' } as typeof another.question;
    const snapshot = snapshotWith([{ ...another, question }, ...ITEMS.slice(1)], { events: EVENTS });
    const later = fed(begun, { kind: 'snapshot', snapshot }).model;
    const { model, actions } = typed(later, '\r');
    assert.deepEqual(actions, []);
    assert.match(model.message?.text ?? '', /asks something else now/);
  });

  test('Tab goes to the log and back; the label summary takes no focus', () => {
    assert.equal(typed(opened(), '\t').model.panel, 'log');
    assert.equal(typed(opened(), '\t\t').model.panel, 'active');
  });

  test('what was said goes away with the next key', () => {
    assert.equal(said('xj'), '');
  });

  test('p lets a paused daemon go on, and waits for one that is starting', () => {
    const snapshot = snapshotWith([]);
    snapshot.status.daemon.paused = true;
    const paused = fed(opened(), { kind: 'snapshot', snapshot }).model;
    assert.deepEqual(typed(paused, 'p').actions, [{ kind: 'tell', command: { name: 'resume' } }]);
    const starting = { ...snapshot, presence: 'starting' as const };
    assert.match(said('p', fed(opened(), { kind: 'snapshot', snapshot: starting }).model), /is starting/);
  });
});

describe('the filter', () => {
  test('shows what contains it while it is typed; Esc undoes, Enter keeps, Esc clears', () => {
    const typing = typed(opened(), '/:3').model;
    assert.equal(typing.active.chosen, 'issue:org/repo:3');
    assert.equal(typed(typing, ESC).model.filter, '');
    const kept = typed(typing, '\r').model;
    assert.equal(kept.filter, ':3');
    assert.equal(typed(kept, ESC).model.filter, '');
  });

  test('takes q and ? as letters', () => {
    assert.equal(typed(opened(), '/q?').model.filter, 'q?');
  });

  test('deletes a character as people see it', () => {
    assert.equal(typed(opened(), '/a👨‍👩‍👧‍👦\u007f').model.filter, 'a');
    assert.equal(typed(opened(), '/한글\u007f').model.filter, '한');
  });
});

describe('the help', () => {
  test('opens with ?, filters while typing, and closes with Esc or ?', () => {
    const help = typed(opened(), '?ret').model;
    assert.equal(help.help?.filter, 'ret');
    assert.equal(typed(help, ESC).model.help, undefined);
    assert.equal(typed(help, '?').model.help, undefined);
  });
});

describe('news', () => {
  test('told twice counts once, and is gone when a snapshot includes it', () => {
    const event = eventAt(101, '14:30', { type: 'item.phase', work, from: 'Ready', to: 'Implementing' });
    const heard = fed(opened(), { kind: 'event', event }, { kind: 'event', event }).model;
    assert.deepEqual(heard.news, [event]);
    const snapshot = snapshotWith(ITEMS);
    snapshot.status.seq = 101;
    assert.deepEqual(fed(heard, { kind: 'snapshot', snapshot }).model.news, []);
  });

  test('the chosen item stays chosen when others come before it; when it is gone, its neighbour is', () => {
    const at3 = typed(opened(), 'jj').model;
    const more = [asking(7, 'x'), ...ITEMS];
    const moved = fed(at3, { kind: 'snapshot', snapshot: snapshotWith(more) }).model;
    assert.equal(moved.active.chosen, 'issue:org/repo:3');
    const less = more.filter(({ number }) => number !== 3);
    const gone = fed(moved, { kind: 'snapshot', snapshot: snapshotWith(less) }).model;
    assert.equal(gone.active.chosen, 'issue:org/repo:4');
  });

  test('what the running session says is added to the open details', () => {
    const open = fed(typed(opened(), 'j\r').model, {
      kind: 'details',
      id: work,
      details: detailsOf(2),
    }).model;
    const event = eventAt(101, '14:30', { type: 'session.progress', work, run: 'r', text: 'reading' });
    const { model } = fed(open, { kind: 'event', event });
    assert.deepEqual(
      model.details?.told?.tail.map(({ text }) => text),
      ['reading'],
    );
  });

  test('details that come after they were closed change nothing', () => {
    const closed = typed(opened(), `j\r${ESC}`).model;
    assert.equal(fed(closed, { kind: 'details', id: work, details: detailsOf(2) }).model.details, undefined);
  });
});

test('keys come out whole, in whatever pieces they came in', () => {
  const text = `j${ESC}[A한👍${ESC}[200~a\nb${ESC}[201~\tq`;
  const points = Array.from(text);
  const whole = new KeyReader().read(text);
  for (const size of [1, 2, 3, 5]) {
    const reader = new KeyReader();
    const keys = [];
    for (let at = 0; at < points.length; at += size)
      keys.push(...reader.read(points.slice(at, at + size).join('')));
    assert.deepEqual(keys, whole, `in pieces of ${size}`);
  }
});
