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
  slots: { running: 3, most: 3 },
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
    ['its next attempt', { attempt }, 'boom', later],
  ] as const)
    test(what, () => {
      const wait = waitOf({ ...facts, ...given });
      assert.deepEqual([wait && briefly(wait), wait?.until], [wait === null ? null : text, until]);
      assert.equal(wait === null, text === undefined);
    });
});
