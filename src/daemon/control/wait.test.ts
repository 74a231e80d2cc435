import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { briefly, waitOf, type WaitFacts } from './wait.ts';

const NOW = Date.parse('2026-01-15T10:00:00Z');
const LATER = NOW + 60_000;
const later = '2026-01-15T10:01:00.000Z';
const facts: WaitFacts = {
  now: NOW,
  running: false,
  question: undefined,
  queued: undefined,
  paused: false,
  restsUntil: null,
  slots: { running: 3, most: 3, here: { running: 1, most: 2 }, besides: false },
  attempt: undefined,
  other: undefined,
};
const question = { text: 'which?', options: [], expiresAt: null };
const attempt = { failures: 1, lastError: 'boom', notBefore: LATER };
const queued = { restsUntil: null };

describe('what an item waits for', () => {
  for (const [what, given, text, until] of [
    ['nothing while it runs', { running: true, question, queued }, undefined, undefined],
    ['nothing when nothing keeps it', {}, undefined, undefined],
    ['nothing when its time has come', { attempt: { ...attempt, notBefore: NOW } }, undefined, undefined],
    ['an answer before anything else', { question, queued, paused: true }, 'an answer: which?', null],
    ['the end of an outage', { queued: { restsUntil: LATER }, paused: true }, 'the end of an outage', later],
    ['a person who paused it', { queued, paused: true, restsUntil: LATER }, 'autodev resume', null],
    ['the active hours', { queued, restsUntil: LATER }, 'the active hours', later],
    ['hours that never come', { queued, restsUntil: Infinity }, 'the active hours', null],
    ['a slot', { queued, attempt }, 'a free slot (3 of 3 running)', null],
    [
      'a slot of its repository',
      { queued, slots: { running: 2, most: 3, here: { running: 2, most: 2 }, besides: true } },
      'a free slot of its repository (2 of 2 running)',
      null,
    ],
    [
      'another one beside which it must not run',
      { queued, slots: { running: 1, most: 3, here: { running: 1, most: 2 }, besides: true } },
      'another one that runs now: these are done one at a time',
      null,
    ],
    [
      'nothing but the next tick',
      { queued, slots: { running: 0, most: 12, here: { running: 0, most: 2 }, besides: false } },
      'its turn: it begins with the next tick',
      null,
    ],
    ['its next attempt', { attempt }, 'boom', later],
  ] as const)
    test(what, () => {
      const wait = waitOf({ ...facts, ...given });
      assert.deepEqual([wait && briefly(wait), wait?.until], [wait === null ? null : text, until]);
      assert.equal(wait === null, text === undefined);
    });
});
