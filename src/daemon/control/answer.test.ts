import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openStore } from '../../store/sqlite/open.ts';
import { runId, workId } from '../../work/ids.ts';
import { matchAnswer } from './answer.ts';

const work = workId('pr', 'o/r', 7);

async function asking(...questions: [text: string, options: string[], free?: boolean][]) {
  const store = openStore(':memory:');
  const run = runId(work, 'abcdef0123456789', 1);
  for (const [round, [text, options, free = false]] of questions.entries())
    await store.questions.ask({ work, run, step: 'ask:x', round, text, options, free, expiresAt: null });
  const match = async (text: string | undefined, question?: string) =>
    (await matchAnswer(store, { work, text, question, by: 'me' })).text;
  return { store, match };
}

describe('an answer', () => {
  test('is one of the options, by name or by its beginning, whatever its case', async () => {
    const { match } = await asking(['rounds are used up', ['approve', 'reject', 'again']]);
    assert.deepEqual(
      [await match('approve'), await match('REJECT'), await match('ag')],
      ['approve', 'reject', 'again'],
    );
    await assert.rejects(match('a'), { code: 'invalid_input', hint: 'it takes approve | reject | again' });
  });

  test('approve says yes in the word of the question, and only where there is one', async () => {
    assert.equal(await (await asking(['go on?', ['yes', 'no']])).match(undefined), 'yes');
    await assert.rejects((await asking(['which?', ['a', 'b']])).match(undefined), { code: 'invalid_input' });
    await assert.rejects((await asking(['why?', []])).match(undefined), { code: 'invalid_input' });
  });

  test('to an open question is taken as it is', async () => {
    const { match } = await asking(['why?', []]);
    assert.equal(await match('Because.'), 'Because.');
    await assert.rejects(match(' '), { code: 'invalid_input' });
  });

  test('where nothing is asked is not found; where much is asked it must say to what', async () => {
    await assert.rejects((await asking()).match('x'), { code: 'not_found' });
    const { store, match } = await asking(['a?', []], ['b?', []]);
    await assert.rejects(match('x'), { code: 'usage', hint: /--question/ });
    const second = (await store.questions.open(work))[1];
    assert.equal(await match('x', second?.id), 'x');
    assert.equal(await match('x', second?.id.slice(0, -1)), 'x', 'the beginning of its id is enough');
    await assert.rejects(match('x', 'q-none'), { code: 'not_found', hint: /it asks q-/ });
  });

  test('may be other words where the question takes them, but never half of an option', async () => {
    const { match } = await asking(['sure?', ['approve', 'stop'], true]);
    assert.deepEqual(
      [await match('Approve'), await match('st'), await match(undefined)],
      ['approve', 'st', 'approve'],
    );
  });

  test('to what was answered or withdrawn says what became of it', async () => {
    const { store, match } = await asking(['a?', ['yes']], ['b?', ['yes']]);
    const [first, second] = await store.questions.open(work);
    await store.questions.answer(first?.id ?? '', 'yes', 'ann');
    await store.questions.withdraw(second?.id ?? '', 'somebody pushed to the branch');
    await assert.rejects(match('yes', first?.id), { code: 'not_found', why: /answered with "yes" by ann/ });
    await assert.rejects(match('yes'), { code: 'not_found', why: /somebody pushed/ });
  });
});
