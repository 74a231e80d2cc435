import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CommandInput } from '../../api/control/command.ts';
import { openStore } from '../../store/sqlite/open.ts';
import { workId } from '../../work/ids.ts';
import { leftAnswers, refuseSecondAnswer } from './left-answers.ts';

const work = workId('issue', 'o/r', 1);
const answer = (text: string): CommandInput => ({ name: 'answer', work, text, by: 'ann' });
const approve: CommandInput = { name: 'approve', work, by: 'ann' };
const cancel: CommandInput = { name: 'cancel', work };
const retry: CommandInput = { name: 'retry', work };

async function left(...commands: CommandInput[]) {
  const store = openStore(':memory:');
  for (const each of commands) await store.commands.leave(each);
  return { store, told: (await leftAnswers(store)).get(work) };
}

test('of answers that were left the one is told that will be used', async () => {
  for (const [commands, expected] of [
    [[answer('stop')], 'stop'],
    [[answer('stop'), approve], 'stop'],
    [[approve, answer('stop')], 'approve'],
    [[cancel, answer('stop')], undefined],
    [[answer('stop'), cancel], undefined],
    [[retry, approve], undefined],
  ] as const)
    assert.equal((await left(...commands)).told, expected, JSON.stringify(commands));
});

test('another answer to what was answered already is refused with the first; the same is no mistake', async () => {
  const { store } = await left(answer('stop'));
  await refuseSecondAnswer(store, work, 'stop');
  await assert.rejects(refuseSecondAnswer(store, work, 'approve'), {
    code: 'not_found',
    why: /answered with "stop"/,
  });
});
