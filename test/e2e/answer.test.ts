import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openClient } from '../../src/api/control/client.ts';
import { openWorld, until } from '../support/cli-world.ts';

describe('a question on the command line', () => {
  test('is shown, refuses what is no answer, takes one without a daemon, and is over then', async () => {
    await using world = await openWorld({
      rules: [
        {
          when: '^\\[autodev\\] Implement',
          steps: [{ do: 'write', path: '.github/workflows/ci.yml', text: 'on: push\n' }],
        },
      ],
    });
    const number = await world.issue('change CI');
    const id = `issue:${world.repo}:${number}`;
    await world.run('start', '-d');
    await until(async () => (await openClient(world.home).status())?.questions === 1);
    await until(async () => (await world.labels(number)).join() === 'autodev:skip');
    await world.run('stop');

    const why = await world.json('why', id);
    assert.deepEqual([why['state'], why['daemon']], ['question', 'stopped']);
    assert.match(String(why['waits_for']), /^your answer, until \d{4}-/);
    assert.equal(why['next'], `autodev answer ${id} approve | stop`);
    const [question] = why['questions'] as { id: string; options: string[]; expires_at: string }[];
    assert.deepEqual(question?.options, ['approve', 'stop']);
    assert.ok(Date.parse(question?.expires_at ?? '') > Date.now());
    const listed = (await world.json('list'))['items'] as { id: string; waiting: { reason: string } }[];
    assert.match(listed.find((item) => item.id === id)?.waiting.reason ?? '', /^an answer: the change/);

    for (const [words, code, said] of [
      [['answer', id, 'perhaps'], 3, /it takes approve \| stop/],
      [['answer', id, 'approve', '--question', 'q-none'], 4, /no open question q-none/],
      [['approve', 'issue:nobody'], 4, /no item/],
    ] as const) {
      const refused = await world.run(...words);
      assert.equal(refused.code, code, words.join(' '));
      assert.match(refused.err, said);
    }
    const shown = await world.run('answer', id);
    assert.equal(shown.code, 0);
    assert.match(shown.out, /^the change .*\n\n  autodev answer issue:\S+ approve \| stop \(until \d{4}-/s);
    assert.equal(shown.err, '');
    assert.deepEqual(
      ((await world.json('answer', id))['questions'] as { id: string }[]).map((each) => each.id),
      [question?.id],
    );
    const left = await world.json('answer', 'issue:', 'app', '--question', question?.id.slice(0, 5) ?? '');
    assert.deepEqual([left['command'], left['applied']], ['answer', false]);
    const second = await world.run('answer', id, 'stop');
    assert.equal(second.code, 4, 'the first answer is the one that counts');
    assert.match(second.err, /answered with "approve" while no daemon could be asked/);
    assert.match(String((await world.json('why', id))['because']), /answered with "approve"/);
    await world.run('start', '-d');
    await until(async () => (await world.labels(number)).join() === 'autodev:done');
    assert.equal((await world.json('costs'))['total_usd'], 0.25, 'the analysis was paid once');
    const again = await world.run('approve', id);
    assert.equal(again.code, 4);
    assert.match(again.err, /was answered with "approve" by tester/);
  });
});
