import { isoTime } from '../../../../src/host/clock.ts';
import type { WorkContext } from '../../../../src/workflows/engine/steps/context.ts';
import type { Flow } from '../../../../src/workflows/engine/flow.ts';
import type { FrozenInput } from '../../../../src/workflows/engine/input/input.ts';
import type { Candidate } from '../../../../src/workflows/engine/items.ts';
import { decide } from './decide.ts';
import { DAILY_RESULTS as RESULTS, type DailyResults } from './results.ts';
import { look, note } from './steps.ts';

const DAY_MS = 24 * 3_600_000;

/** Once per repository and day, with nothing of it on the forge. Its number is the day's, counted from 1970. */
export const dailyFlow: Flow<FrozenInput, DailyResults> = {
  type: 'daily',
  words: {
    noun: { en: 'daily look', ko: '일일 점검' },
    finished: { notice: 'done', en: 'was looked over', ko: '점검 완료' },
  },
  phases: ['Waiting', 'Looking', 'Noting'],
  priority: { Waiting: 5 },
  exclusive: () => 'one look at a time',
  items: {
    on: 'journal',
    find: async ({ host }) => [day(Math.floor(host.clock.now() / DAY_MS))],
    read: async ({ clock }, _repo, number) => (number <= clock.now() / DAY_MS ? day(number) : undefined),
  },
  freeze,
  decide,
  steps: { look: { result: RESULTS.look, run: look }, note: { result: RESULTS.note, run: note } },
};

function day(number: number): Candidate {
  const begins = isoTime(number * DAY_MS);
  return {
    number,
    title: `look at ${begins.slice(0, 10)}`,
    author: '',
    createdAt: begins,
    updatedAt: begins,
  };
}

async function freeze(
  { repo, number }: { repo: string; number: number },
  _context: WorkContext,
): Promise<FrozenInput> {
  const { title, author } = day(number);
  return { repo, number, title, author, contentHash: '', baseRef: '', baseSha: '', lesson: null };
}
