import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answer, APPROVE, IMPLEMENT, openFlowWorld } from '../support/flow-world.ts';

const cost = { do: 'cost', usd: 0.1 } as const;
const checkpoint = (id: string, ...dependencies: string[]) => ({
  id,
  description: `write ${id}`,
  interface: [],
  tests: [],
  files: [`${id}.txt`],
  validation: { command: ['test', '-s', `${id}.txt`] },
  dependencies,
});

test('with workflow develop an issue is designed, reviewed, built checkpoint by checkpoint and verified before its pull request', async () => {
  await using world = await openFlowWorld({
    repo: { workflow: 'develop' },
    script: () => [
      { when: { schema: 'analysis' }, steps: [cost, IMPLEMENT] },
      {
        when: { schema: 'develop_design' },
        steps: [
          cost,
          answer({ summary: 'two files', checkpoints: [checkpoint('one'), checkpoint('two', 'one')] }),
        ],
      },
      // The first attempt at the second checkpoint leaves nothing behind; the next one has seen why.
      {
        when: { prompt: /write two/, access: 'write' },
        times: 1,
        steps: [cost, { do: 'say', text: 'forgot it' }],
      },
      {
        when: { prompt: /write two/, access: 'write' },
        steps: [cost, { do: 'write', path: 'two.txt', text: '2\n' }, { do: 'say', text: 'two is there' }],
      },
      {
        when: { prompt: /write one/, access: 'write' },
        steps: [cost, { do: 'write', path: 'one.txt', text: '1\n' }, { do: 'say', text: 'one is there' }],
      },
      { when: { schema: 'review' }, steps: [cost, APPROVE] },
    ],
  });
  const number = await world.issue('two files, please');
  await world.until('it is done', async () => (await world.labels(number)).includes('autodev:done'));
  const [pull] = await world.get<{ number: number; body: string }[]>('/pulls?state=all');
  const files = await world.get<{ filename: string }[]>(`/pulls/${pull?.number}/files`);
  assert.deepEqual(
    files.map((file) => file.filename),
    ['one.txt', 'two.txt'],
  );
  assert.match(pull?.body ?? '', /two is there/);
  const steps = world.events.flatMap((event) =>
    event.type === 'step.finished' && event.step === 'develop' ? [event.summary.split(' ')[0]] : [],
  );
  assert.deepEqual(steps, ['design', 'review', 'attempt', 'attempt', 'attempt', 'verify', 're-review']);
});
