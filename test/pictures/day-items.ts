import { workId, type WorkId } from '../../src/work/ids.ts';
import type { Role } from '../../src/work/roles.ts';

/** What happens on the day that the pictures show. */
export const SHOP = 'acme/shop';
export const SITE = 'acme/site';
export const REPOS = [SHOP, SITE];

interface Queued {
  id: WorkId;
  title: string;
  phase: string;
  running: boolean;
  /** When it came, in minutes before we look. */
  minutes: number;
}

export const QUEUED: readonly Queued[] = [
  {
    id: workId('issue', SHOP, 57),
    title: 'Search finds nothing after a trailing space',
    phase: 'Implementing',
    running: true,
    minutes: 21,
  },
  {
    id: workId('pr', SHOP, 61),
    title: 'Round totals half up',
    phase: 'Reviewing',
    running: true,
    minutes: 9,
  },
  {
    id: workId('issue', SITE, 12),
    title: '모바일에서 메뉴가 닫히지 않아요',
    phase: 'Analyzing',
    running: true,
    minutes: 5,
  },
  {
    id: workId('issue', SHOP, 63),
    title: 'Export orders as CSV',
    phase: 'Pending',
    running: false,
    minutes: 4,
  },
  {
    id: workId('merge', SHOP, 58),
    title: 'Show prices with the currency of the visitor',
    phase: 'Pending',
    running: false,
    minutes: 2,
  },
];

interface Ended {
  work: WorkId;
  title: string;
  minutes: number;
  outcome: 'done' | 'skip';
  reason: string;
}

export const FINISHED: readonly Ended[] = [
  {
    work: workId('issue', SHOP, 51),
    title: 'Show prices with the currency of the visitor',
    minutes: 140,
    outcome: 'done',
    reason: 'PR #58',
  },
  {
    work: workId('pr', SHOP, 53),
    title: 'Cache the list of countries',
    minutes: 122,
    outcome: 'done',
    reason: 'approved',
  },
  {
    work: workId('merge', SHOP, 53),
    title: 'Cache the list of countries',
    minutes: 110,
    outcome: 'done',
    reason: 'merged',
  },
  {
    work: workId('issue', SHOP, 55),
    title: '로그인 화면이 깨져요 🔧',
    minutes: 86,
    outcome: 'done',
    reason: 'PR #61',
  },
];

export const LEFT: readonly Ended[] = [
  {
    work: workId('issue', SHOP, 39),
    title: 'Move to the new mail provider',
    minutes: 70,
    outcome: 'skip',
    reason: 'npm test failed three times: the provider has no sandbox account',
  },
];

const SONNET = 'claude-sonnet-4-5';
const HAIKU = 'claude-haiku-4-5';

interface Cost {
  /** Days before the one we look at. */
  day: number;
  work: WorkId;
  role: Role;
  model: string;
  usd: number;
}

const earlier = [1.2, 2.85, 0.4, 0, 3.1, 2.2, 1.75].flatMap((usd, at): Cost[] =>
  usd === 0
    ? []
    : [
        { day: at + 1, work: workId('issue', SHOP, 30 + at), role: 'implement', model: SONNET, usd },
        { day: at + 1, work: workId('pr', SHOP, 31 + at), role: 'review', model: HAIKU, usd: usd / 5 },
      ],
);

export const COSTS: readonly Cost[] = [
  ...earlier,
  { day: 0, work: workId('issue', SHOP, 51), role: 'implement', model: SONNET, usd: 0.92 },
  { day: 0, work: workId('pr', SHOP, 53), role: 'review', model: HAIKU, usd: 0.11 },
  { day: 0, work: workId('issue', SHOP, 55), role: 'implement', model: SONNET, usd: 0.64 },
  { day: 0, work: workId('issue', SHOP, 57), role: 'analyze', model: SONNET, usd: 0.18 },
  { day: 0, work: workId('issue', SHOP, 42), role: 'analyze', model: SONNET, usd: 0.14 },
  { day: 0, work: workId('issue', SHOP, 39), role: 'implement', model: SONNET, usd: 1.31 },
];
