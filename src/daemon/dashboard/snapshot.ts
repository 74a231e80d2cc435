import type { Item } from '../../api/items.ts';
import type { OpenQuestion } from '../../api/questions.ts';
import {
  BOARD_GROUPS,
  type BoardGroup,
  type BoardItem,
  type Presence,
  type Snapshot,
} from '../../api/board/snapshot.ts';
import type { Status } from '../../api/status.ts';
import type { Store } from '../../store/store.ts';
import type { Question } from '../../store/tables/questions.ts';
import type { EventType, RecordedEvent } from '../../work/events.ts';
import { parseWorkId } from '../../work/ids.ts';
import { startOfDay } from '../../work/start-of-day.ts';
import type { Flows } from '../../workflows/engine/flows.ts';
import { itemsOf } from '../control/items.ts';
import { leftAnswers } from '../control/left-answers.ts';
import type { Live } from '../control/live.ts';
import { pagesOf, type Pages } from './pages.ts';

/** What went wrong longer ago is in `autodev list --all`. */
const FAILURES = 50;
const FINISHED = 500;
const EVENTS = 300;

/** What an activity log tells; the rest is for programs, or for the details of an item. */
const ACTIVITY = [
  'daemon.started',
  'daemon.stopping',
  'daemon.stopped',
  'daemon.paused',
  'daemon.resumed',
  'config.reloaded',
  'config.rejected',
  'agent.rests',
  'agent.works',
  'repo.failed',
  'item.queued',
  'item.retried',
  'item.phase',
  'item.waiting',
  'item.left',
  'step.failed',
  'question.asked',
  'question.answered',
  'question.withdrawn',
  'check.red',
  'check.flaky',
  'word.said',
  'error',
] as const satisfies readonly EventType[];

export interface SnapshotFacts {
  store: Store;
  now: number;
  flows: Flows;
  presence: Presence;
  status: Status;
  live?: Live | undefined;
}

export async function snapshotOf({
  store,
  now,
  flows,
  presence,
  status,
  live,
}: SnapshotFacts): Promise<Snapshot> {
  const midnight = startOfDay(now);
  const pages = pagesOf(await store.repositories.list(), flows);
  const answered = await leftAnswers(store);
  // Of several it is the first that is asked for.
  const questions = new Map<string, Question>(
    (await store.questions.open())
      .filter(({ work }) => !answered.has(work))
      .toReversed()
      .map((asked) => [asked.work, asked]),
  );
  const inWork = (await itemsOf(store, now, live)).map((item) =>
    boardItem(item, { pages, question: item.running ? undefined : questions.get(item.id), left: null }),
  );
  const known = new Set(inWork.map(({ id }) => id));
  const left = [
    ...(await store.events.lastLeft(['skip', 'failed'], { limit: FAILURES })),
    ...(await store.events.lastLeft(['done'], { since: midnight, limit: FINISHED })),
  ].filter(({ work }) => !known.has(work));
  const over = (await leftItems(store, left)).map(({ item, event }) =>
    boardItem(item, { pages, question: undefined, left: event }),
  );
  return {
    schema_version: 1,
    presence,
    status,
    items: [...inWork, ...over].sort((a, b) => BOARD_GROUPS.indexOf(a.group) - BOARD_GROUPS.indexOf(b.group)),
    events: await store.events.newest(ACTIVITY, { since: midnight, limit: EVENTS }),
  };
}

type Left = Extract<RecordedEvent, { type: 'item.left' }>;

async function leftItems(store: Store, left: readonly Left[]): Promise<{ item: Item; event: Left }[]> {
  const works = left.map(({ work }) => work);
  const titles = await store.events.titles(works);
  const failures = await store.attempts.failures(works);
  const spent = await store.costs.spentOn(works);
  return left.map((event) => {
    const { work } = event;
    const item = {
      id: work,
      ...parseWorkId(work),
      title: titles.get(work) ?? '',
      phase: null,
      running: false,
      waiting: null,
      failures: failures.get(work) ?? 0,
      cost_usd: spent.get(work) ?? 0,
      queued_at: null,
    };
    return { item, event };
  });
}

function boardItem(
  item: Item,
  { pages, question, left }: { pages: Pages; question: Question | undefined; left: Left | null },
): BoardItem {
  return {
    ...item,
    group: groupOf(item, question, left),
    url: pages.item(item.id),
    question: question === undefined ? null : openQuestionOf(question),
    left: left === null ? null : { at: left.at, outcome: left.outcome, reason: left.reason },
  };
}

function groupOf(item: Item, question: Question | undefined, left: Left | null): BoardGroup {
  if (left !== null) return left.outcome === 'done' ? 'done' : 'failed';
  if (item.running) return 'running';
  return question === undefined ? 'waiting' : 'person';
}

export function openQuestionOf({ id, text, options, free, expiresAt }: Question): OpenQuestion {
  return { id, text, options, free, expires_at: expiresAt };
}
