import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { APPROVE, IMPLEMENT, openFlowWorld, type FlowWorld } from '../support/flow-world.ts';

/** The session can only do its work with what the set-up made. */
const WORK = {
  when: { prompt: /Implement an issue/ },
  steps: [
    { do: 'run' as const, command: ['sh', '-c', 'cat deps/found > copy.txt'] },
    { do: 'say' as const, text: 'done' },
  ],
};
const ANALYSIS = { when: { schema: 'analysis' }, steps: [IMPLEMENT] };
const REVIEW = { when: { schema: 'review' }, steps: [APPROVE] };

async function pullOf(world: FlowWorld, number: number): Promise<{ files: string[]; left: string }> {
  const work = `issue:${world.repo}:${number}`;
  await world.until('it is left', () => /PR #|skip/.test(world.left(work).join()));
  const left = world.left(work).at(-1) ?? '';
  const pull = /PR #(\d+)/.exec(left)?.[1];
  if (pull === undefined) return { files: [], left };
  const files = await world.get<{ filename: string }[]>(`/pulls/${pull}/files`);
  return { files: files.map(({ filename }) => filename), left };
}

describe('the set-up of a repository', () => {
  test('is there for a session that writes, and no part of what it is published for', async () => {
    await using world = await openFlowWorld({
      repo: {
        max_attempts: 1,
        setup: [['sh', '-c', 'mkdir deps && echo here > deps/found && echo x >> README.md']],
        checks: [['cmp', 'copy.txt', 'deps/found']],
      },
      script: () => [ANALYSIS, WORK, REVIEW],
    });
    const { files, left } = await pullOf(world, await world.issue('copy it'));
    assert.match(left, /^done: PR #/);
    assert.deepEqual(files, ['copy.txt']);
  });

  test('that fails on the base lets the item wait unpaid and says why; a mended one lets it go on', async () => {
    await using world = await openFlowWorld({
      repo: { max_attempts: 1, setup: [['sh', '-c', 'echo registry is away; exit 7']] },
      script: () => [ANALYSIS, WORK, REVIEW],
    });
    const number = await world.issue('copy it');
    const work = `issue:${world.repo}:${number}`;
    await world.until('it waits', () =>
      world.events.some((event) => event.type === 'item.waiting' && event.cause === 'setup'),
    );
    assert.equal(world.sessions('implement'), 0);
    assert.deepEqual(world.left(work), []);
    const said = world.events.find((event) => event.type === 'error');
    assert.match(
      JSON.stringify(said),
      /the set-up failed on [0-9a-f]{7}: sh -c .*registry is away.*exit code 7/,
    );
    const attempt = await world.program.store.attempts.get(work as never);
    assert.equal(attempt?.failures, 0);
    assert.match(attempt?.lastError ?? '', /the set-up failed/);
    assert.doesNotMatch((await world.comments(number)).join(), /exit code 7/, 'what programs say stays here');
    await world.reload({ setup: [['sh', '-c', 'mkdir deps && echo here > deps/found']] });
    assert.match((await pullOf(world, number)).left, /^done: PR #/);
  });

  test('that an earlier attempt broke does not keep the next one from mending it', async () => {
    await using world = await openFlowWorld({
      repo: { max_attempts: 3, setup: [['sh', 'install.sh']], checks: [['test', '-e', 'deps']] },
      script: () => [
        ANALYSIS,
        {
          when: { prompt: /Implement an issue/ },
          times: 1,
          steps: [
            { do: 'write', path: 'install.sh', text: 'exit 9\n' },
            { do: 'say', text: 'broken' },
          ],
        },
        {
          when: { prompt: /Implement an issue/ },
          steps: [
            { do: 'write', path: 'install.sh', text: 'mkdir deps\ntouch deps/found\n' },
            { do: 'say', text: 'mended' },
          ],
        },
        REVIEW,
      ],
    });
    await world.commit('main', { 'install.sh': 'mkdir deps\n' });
    const { files, left } = await pullOf(world, await world.issue('change the installer'));
    assert.match(left, /^done: PR #/);
    assert.deepEqual(files, ['install.sh']);
    assert.equal(world.sessions('implement'), 2);
  });
});
