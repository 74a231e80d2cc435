import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isOnlyWords, wordSaid } from './words-said.ts';

describe('words in a comment', () => {
  for (const [body, expected, only] of [
    ['/autodev retry', { word: 'retry', text: '' }, true],
    ['/AutoDev Why', { word: 'why', text: '' }, true],
    ['Please:\n\n/autodev stop', { word: 'stop', text: '' }, false],
    ['/autodev answer two', { word: 'answer', text: 'two' }, true],
    ['/autodev answer\ntwo\nlines', { word: 'answer', text: 'two\nlines' }, true],
    ['/autodev answer', 'unknown', true],
    ['/autodev approve this now', 'unknown', true],
    ['/autodev dance', 'unknown', true],
    ['/autodev', 'unknown', true],
    ['please /autodev retry', undefined, false],
    ['/autodeveloper retry', undefined, false],
    ['> /autodev approve', undefined, false],
    ['```\n/autodev approve\n```', undefined, false],
    ['text\n\n    /autodev approve', undefined, false],
    ['<!-- /autodev approve -->', undefined, false],
    ['<!--\n/autodev approve\n-->', undefined, false],
  ] as const)
    test(JSON.stringify(body), () => {
      assert.deepEqual(wordSaid(body), expected);
      assert.equal(isOnlyWords(body), only);
    });
});
