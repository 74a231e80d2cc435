import { LABEL, type Label } from './labels.ts';

/**
 * Where an item stands, in one vocabulary: the outcome it left with, the status of its run, the state that `why` tells.
 * Everything that follows from a standing is read here.
 */
interface StandingFacts {
  /** What becomes of the run of an item that leaves so; null: items do not leave so. */
  run: 'question' | 'done' | 'skip' | 'failed' | 'dropped' | null;
  /** What the labels say from then on. */
  labels: { add: readonly Label[]; remove: readonly Label[] };
  /** Nothing more happens to it by itself. */
  over: boolean;
  /** It left something behind that others go on from: an approval, a pull request, a resolved conflict. */
  progress: boolean;
  /** What brings it on: the daemon by itself, a person, or nothing any more. */
  wakes: 'daemon' | 'person' | 'nothing';
  /** The notice by which people choose to be told of it; done is told in the words of its flow. */
  notice: 'skipped' | 'failed' | 'done' | null;
  words: { en: string; ko: string };
}

const FREE = { add: [], remove: [LABEL.wip] } as const;
const LEFT = { add: [LABEL.skip], remove: [LABEL.wip] } as const;
const IN_WORK = { add: [LABEL.wip], remove: [] } as const;
const NONE = { add: [], remove: [] } as const;
const BY_ITSELF = { over: false, progress: false, wakes: 'daemon', notice: null } as const;

export const STANDINGS = {
  running: { ...BY_ITSELF, run: null, labels: IN_WORK, words: { en: 'running', ko: '진행 중' } },
  queued: { ...BY_ITSELF, run: null, labels: IN_WORK, words: { en: 'queued', ko: '대기열' } },
  /** Not now: it goes on by itself when its time comes, or a later scan finds it. */
  waiting: { ...BY_ITSELF, run: 'done', labels: FREE, words: { en: 'waiting', ko: '대기' } },
  /** It asks a person; its run goes on with the answer, and holds no slot until then. */
  question: {
    ...BY_ITSELF,
    run: 'question',
    labels: LEFT,
    wakes: 'person',
    words: { en: 'question', ko: '질문' },
  },
  done: {
    run: 'done',
    labels: { add: [LABEL.done], remove: [LABEL.wip] },
    over: true,
    progress: true,
    wakes: 'nothing',
    notice: 'done',
    words: { en: 'done', ko: '완료' },
  },
  /** Left to a person. */
  skip: {
    run: 'skip',
    labels: LEFT,
    over: true,
    progress: false,
    wakes: 'person',
    notice: 'skipped',
    words: { en: 'skip', ko: '건너뜀' },
  },
  /** Tried again later. */
  failed: {
    ...BY_ITSELF,
    run: 'failed',
    labels: FREE,
    notice: 'failed',
    words: { en: 'failed', ko: '실패' },
  },
  /** Back as unlabelled: a resolved conflict wants a new review. */
  again: {
    ...BY_ITSELF,
    run: 'done',
    labels: { add: [], remove: [LABEL.done, LABEL.wip] },
    progress: true,
    words: { en: 'again', ko: '다시' },
  },
  /** People took it out of our hands; looked at again when it changes. */
  dropped: { ...BY_ITSELF, run: 'dropped', labels: FREE, over: true, words: { en: 'dropped', ko: '중단' } },
  /** Not taken; looked at again when it changes. */
  refused: { ...BY_ITSELF, run: null, labels: NONE, words: { en: 'refused', ko: '제외' } },
  unknown: { ...BY_ITSELF, run: null, labels: NONE, words: { en: 'unknown', ko: '알 수 없음' } },
} as const satisfies Record<string, StandingFacts>;

export type Standing = keyof typeof STANDINGS;
export const STANDING_NAMES = Object.keys(STANDINGS) as [Standing, ...Standing[]];

/** How a work item left the queue. With a question it is left to a person too. */
export type Outcome = Extract<Standing, 'done' | 'skip' | 'failed' | 'again' | 'waiting' | 'dropped'>;

export type RunStatus = 'running' | (typeof STANDINGS)[Outcome | 'question']['run'];

export function isOver(standing: Standing): boolean {
  return STANDINGS[standing].over;
}
