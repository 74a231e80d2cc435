import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { answer, APPROVE, IMPLEMENT, openFlowWorld } from '../support/flow-world.ts';

describe('checks', () => {
  test('run on a clean checkout: a runner that the session replaced where git does not look has no say', async () => {
    await using world = await openFlowWorld({
      repo: {
        max_attempts: 1,
        setup: [['sh', '-c', 'mkdir -p deps && printf "#!/bin/sh\\nexit 1\\n" > deps/runner']],
        checks: [['sh', 'deps/runner']],
      },
      script: () => [
        { when: { schema: 'analysis' }, steps: [IMPLEMENT] },
        {
          when: { prompt: /Implement an issue/ },
          steps: [
            { do: 'write', path: 'deps/runner', text: '#!/bin/sh\nexit 0\n' },
            { do: 'write', path: '.gitignore', text: 'deps/\n' },
            { do: 'run', command: ['sh', '-c', 'chmod 500 deps/runner deps'] },
            { do: 'say', text: 'all green' },
          ],
        },
      ],
    });
    const number = await world.issue('make it green');
    const work = `issue:${world.repo}:${number}`;
    await world.until('it is left', () => world.left(work).length > 0);
    assert.doesNotMatch(world.left(work).join(), /PR #/);
    assert.equal(await world.program.forge.branch(world.repo, `autodev/issue-${number}`), null);
  });

  test('of a plan run there too: proof that the session left where git does not look passes no checkpoint', async () => {
    const plan = {
      id: 'one',
      description: 'write the proof',
      interface: [],
      tests: [],
      files: ['hidden/proof'],
      validation: { command: ['test', '-s', 'hidden/proof'] },
      dependencies: [],
    };
    await using world = await openFlowWorld({
      repo: { max_attempts: 1, workflow: 'develop' },
      script: () => [
        { when: { schema: 'analysis' }, steps: [IMPLEMENT] },
        { when: { schema: 'develop_design' }, steps: [answer({ summary: 'one', checkpoints: [plan] })] },
        {
          when: { prompt: /write the proof/, access: 'write' },
          steps: [
            { do: 'write', path: 'hidden/proof', text: 'passed\n' },
            { do: 'write', path: '.gitignore', text: 'hidden/\n' },
            { do: 'say', text: 'it is there' },
          ],
        },
        { when: { schema: 'review' }, steps: [APPROVE] },
      ],
    });
    const number = await world.issue('prove it');
    const work = `issue:${world.repo}:${number}`;
    await world.until('it is left', () => world.left(work).length > 0);
    assert.doesNotMatch(world.left(work).join(), /PR #/);
    assert.deepEqual(await world.get('/pulls?state=all'), []);
  });

  test('leave nothing in a commit, and say which commit they saw', async () => {
    await using world = await openFlowWorld({
      repo: {
        max_attempts: 3,
        // Red at first: the second attempt works on where the first one was checked.
        checks: [
          ['sh', '-c', 'mkdir __pycache__ coverage && touch __pycache__/a coverage/b && test -e two.txt'],
        ],
      },
      script: () => [
        { when: { schema: 'analysis' }, steps: [IMPLEMENT] },
        {
          when: { prompt: /Implement an issue/ },
          times: 1,
          steps: [
            { do: 'write', path: 'one.txt', text: '1' },
            { do: 'say', text: 'one' },
          ],
        },
        {
          when: { prompt: /Implement an issue/ },
          steps: [
            { do: 'write', path: 'two.txt', text: '2' },
            { do: 'say', text: 'two' },
          ],
        },
        { when: { schema: 'review' }, steps: [APPROVE] },
      ],
    });
    const number = await world.issue('count');
    const work = `issue:${world.repo}:${number}`;
    await world.until('there is a pull request', () =>
      world.left(work).some((left) => left.includes('PR #')),
    );
    const pull = /PR #(\d+)/.exec(world.left(work).join())?.[1] ?? '';
    const files = await world.get<{ filename: string }[]>(`/pulls/${pull}/files`);
    assert.deepEqual(files.map(({ filename }) => filename).sort(), ['one.txt', 'two.txt']);
    const { head } = await world.get<{ head: { sha: string } }>(`/pulls/${pull}`);
    const summaries = world.events.flatMap((event) =>
      event.type === 'step.finished' && event.step === 'check' ? [event.summary] : [],
    );
    assert.equal(summaries.at(-1), `checks passed on ${head.sha.slice(0, 7)}`);
  });
});
