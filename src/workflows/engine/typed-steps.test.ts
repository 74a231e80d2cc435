import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { z } from 'zod';
import type { StepContext } from './steps/context.ts';
import { ask, end, step, type Move, type PersonAnswer, type Step, type StepResult } from './flow.ts';
import { history, type History, type StepName } from './steps/history.ts';
import type { FrozenInput } from './input/input.ts';
import { schemaFor } from '../../work/verdicts.ts';

interface Results {
  look: { found: number };
  push: { sha: string };
  'ask:more': PersonAnswer;
}
type Moves = Move<StepName<Results>>;

const done: History<Results> = history<Results>([]);

describe('what does not compile', () => {
  test('a result of another type, and a step that the flow does not have', () => {
    const looked: { found: number } | undefined = done.result('look');
    const said: PersonAnswer | undefined = done.result('ask:more');
    assert.deepEqual([looked, said, done.results('push')], [undefined, undefined, []]);
    // @ts-expect-error it holds a number
    const wrong: { found: string } | undefined = done.result('look');
    // @ts-expect-error there is no such step
    const missing = done.result('lok');
    // @ts-expect-error there is no such step
    assert.deepEqual([wrong, missing, done.has('pusch')], [undefined, undefined, false]);
    // @ts-expect-error there is no such step
    assert.throws(() => done.required('pusch'), /pusch is not finished/);
  });

  test('a move to a step or a question that the flow does not have', () => {
    const moves: Moves[] = [
      step('push', 0, 'Merging'),
      ask('ask:more', 0, { text: 'more?' }),
      end('done', 'done'),
      // @ts-expect-error there is no such step
      step('pusch', 0, 'Merging'),
      // @ts-expect-error nobody asks that
      ask('ask:moer', 0, { text: 'more?' }),
    ];
    assert.equal(moves.length, 5);
  });

  test('a step that leaves behind what another one should, or is read back as something else', () => {
    const result = z.object({ sha: z.string() });
    const run = async () => ({ result: { sha: 's' }, summary: '' });
    const push: Step<FrozenInput, Results, 'push'> = { result, run };
    // @ts-expect-error what it leaves behind is a number
    const look: Step<FrozenInput, Results, 'look'> = { result: z.object({ found: z.number() }), run };
    const damaged: Step<FrozenInput, Results, 'push'> = {
      // @ts-expect-error it is read back as something else
      result: z.object({ sha: z.number() }),
      run,
    };
    assert.equal([push, look, damaged].length, 3);
  });

  test("a session's answer of another type than its schema, or without one", async () => {
    const schema = schemaFor('count', z.object({ found: z.number() }));
    const asking = { role: 'analyze', prompt: '', cwd: '', access: 'read' } as const;
    const typed = async ({ session }: StepContext): Promise<StepResult<{ found: number }>> => {
      const { structured } = await session({ ...asking, schema });
      // @ts-expect-error it holds a number
      const wrong: string = structured.found;
      return { result: structured, summary: wrong };
    };
    const untyped = async ({ session }: StepContext): Promise<StepResult<{ found: number }>> => {
      const { structured } = await session(asking);
      // @ts-expect-error nothing was asked for
      return { result: structured, summary: '' };
    };
    assert.equal([typed, untyped].length, 2);
  });
});
