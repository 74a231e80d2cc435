import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OPTIONS } from '../../../test/support/pdca-play.ts';
import { answered } from './answer.ts';
import { standingOf } from './standing.ts';
import { inputOf } from './begin.ts';

const project = {
  root: '/app',
  gitDir: '/app/.git',
  repo: 'local/app',
  branch: 'main',
  head: 'a'.repeat(40),
};
const about = { baseSha: project.head, startedAt: '2026-01-01T00:00:00.000Z', from: null };
const input = inputOf(project, OPTIONS, about);

test('who allows no more money ends nothing: the run waits and can be resumed', async () => {
  const standing = standingOf(input, { steps: [] }, undefined);
  const question = { text: 'over budget', options: ['approve', 'stop'] };
  for (const [said, heard] of [
    ['stop', undefined],
    ['approve', 'approve'],
  ] as const) {
    const talk = { say: () => {}, event: () => {}, ask: () => Promise.resolve(said) };
    assert.equal(await answered(talk, question, standing, 'x'), heard);
  }
});

test('a dry run is an item of its own, and leaves the run of its name alone', () => {
  const dry = inputOf(project, { ...OPTIONS, dryRun: true }, about);
  assert.notEqual(dry.number, input.number);
  assert.equal(inputOf(project, OPTIONS, about).number, input.number);
});
