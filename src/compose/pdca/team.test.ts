import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tmpdir } from '../../../test/support/tmpdir.ts';
import { systemClock } from '../../host/clock.ts';
import { createTeam } from './team.ts';

const at = (feature: string, root: string, inPlace: boolean) => ({
  feature,
  root,
  key: `${feature}-${root.slice(1)}`,
  inPlace,
});

test('one run at a time works in a folder; worktrees and other folders are free', async () => {
  await using tmp = await tmpdir();
  const make = (feature: string, root: string, inPlace: boolean) =>
    createTeam(tmp.path, systemClock, at(feature, root, inPlace));
  const first = await make('a', '/app', true);
  await assert.rejects(make('b', '/app', true), { code: 'already_running', message: /run for a / });
  await assert.rejects(make('a', '/app', false), { code: 'already_running' });
  await make('b', '/app', false);
  await make('c', '/other', true);
  await first.remove();
  await make('d', '/app', true);
});

test('of two that begin at the same moment one is told that the other is at work', async () => {
  await using tmp = await tmpdir();
  const both = ['a', 'b'].map((feature) => createTeam(tmp.path, systemClock, at(feature, '/app', true)));
  const ended = await Promise.allSettled(both);
  assert.deepEqual(ended.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
});
