import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { nearest } from './nearest.ts';

describe('the word that was probably meant', () => {
  const words = ['status', 'start', 'stop', 'model', 'max_concurrent'];
  const cases: [typed: string, meant: string | undefined][] = [
    ['stats', 'status'],
    ['statsu', 'status'],
    ['modle', 'model'],
    ['max_concurent', 'max_concurrent'],
    ['max', 'max_concurrent'],
    ['zzzz', undefined],
    ['', undefined],
  ];
  for (const [typed, meant] of cases) {
    test(`${JSON.stringify(typed)} → ${meant}`, () => assert.equal(nearest(typed, words), meant));
  }
});
