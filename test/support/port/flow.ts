import { z } from 'zod';
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../../src/work/errors.ts';
import { ask, end, step, type Flow, type PersonAnswer } from '../../../src/workflows/engine/flow.ts';
import type { FrozenInput } from '../../../src/workflows/engine/input/input.ts';
import type { Candidate } from '../../../src/workflows/engine/items.ts';
import type { StepContext } from '../../../src/workflows/engine/steps/context.ts';

/** Two programs of different ages: the newer one has one step more in the middle. */
export type Age = 'older' | 'newer';

const done = z.object({ by: z.string() });
type Done = z.infer<typeof done>;
type Results = {
  first: Done;
  middle: Done;
  'ask:on': PersonAnswer;
  last: Done;
};
type Context = StepContext<FrozenInput, Results>;

export interface Line {
  by: string;
  item: number;
  what: 'begins' | 'writes' | 'refused' | 'ends';
  step: string;
}

export const linesIn = (folder: string): Line[] =>
  existsSync(join(folder, 'lines'))
    ? readFileSync(join(folder, 'lines'), 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Line)
    : [];

/**
 * A flow that a test leads by files in a folder: `item N` names an item and holds its title, `hold WHO N STEP` keeps a
 * process in a step, and `lines` tells who did what in which order.
 */
export function playFlow(folder: string, who: string, age: Age): Flow<FrozenInput, Results> {
  const tell = (item: number, what: Line['what'], name: string) =>
    appendFileSync(
      join(folder, 'lines'),
      `${JSON.stringify({ by: who, item, what, step: name } satisfies Line)}\n`,
    );
  const held = async (item: number, name: string, signal: AbortSignal) => {
    while (existsSync(join(folder, `hold ${who} ${item} ${name}`)))
      await sleep(20, undefined, { signal }).catch(() => signal.throwIfAborted());
  };
  const run =
    (name: keyof Results) =>
    async ({ input, signal, ledger }: Context) => {
      const { number } = input;
      tell(number, 'begins', name);
      try {
        await held(number, name, signal);
        await ledger.perform({
          kind: 'line',
          target: name,
          intent: {},
          find: async () =>
            linesIn(folder).find(
              (line) => line.item === number && line.step === name && line.what === 'writes',
            ),
          write: async () => {
            tell(number, 'writes', name);
            return linesIn(folder).at(-1);
          },
        });
      } catch (error) {
        tell(number, 'refused', `${name}: ${messageOf(error)}`);
        throw error;
      }
      tell(number, 'ends', name);
      return { result: { by: who }, summary: name };
    };
  const read = (number: number): Candidate | undefined => {
    const file = join(folder, `item ${number}`);
    if (!existsSync(file)) return undefined;
    const at = new Date(number * 1_000).toISOString();
    return { number, title: readFileSync(file, 'utf8'), author: '', createdAt: at, updatedAt: at };
  };
  return {
    type: 'play',
    words: {
      noun: { en: 'play', ko: '놀이' },
      finished: { notice: 'done', en: 'was played', ko: '끝남' },
    },
    phases: ['Waiting', 'Playing'],
    priority: { Waiting: 5 },
    exclusive: ({ id, title }) => /key \w+/.exec(title)?.[0] ?? id,
    items: {
      on: 'journal',
      find: async () =>
        readdirSync(folder)
          .flatMap((name) => read(Number(/^item (\d+)$/.exec(name)?.[1])) ?? [])
          .sort((one, other) => one.number - other.number),
      read: async (_from, _repo, number) => read(number),
    },
    freeze: async ({ repo, number }) => ({
      repo,
      number,
      title: read(number)?.title ?? '',
      author: '',
      contentHash: '',
      baseRef: '',
      baseSha: '',
      lesson: null,
    }),
    decide: ({ title }, history) => {
      if (!history.has('first')) return step('first', 0, 'Playing');
      if (age === 'newer' && !history.has('middle')) return step('middle', 0, 'Playing');
      if (title.includes('asks') && !history.has('ask:on'))
        return ask('ask:on', 0, { text: 'go on?', options: ['yes', 'no'] });
      if (!history.has('last')) return step('last', 0, 'Playing');
      return end('done', 'played');
    },
    steps: {
      first: { result: done, run: run('first') },
      middle: { result: done, run: run('middle') },
      last: { result: done, run: run('last') },
    },
  };
}
