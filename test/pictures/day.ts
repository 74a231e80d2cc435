import { eventBus } from '../../src/daemon/bus.ts';
import type { Store } from '../../src/store/store.ts';
import { openStore } from '../../src/store/sqlite/open.ts';
import type { WebSource } from '../../src/api/board/web-source.ts';
import { runId, workId, type RunId, type WorkId } from '../../src/work/ids.ts';
import type { WorkItem } from '../../src/work/item.ts';
import { sourceOf } from '../support/board-store.ts';
import { virtualClock, type VirtualClock } from '../support/clock.ts';
import { COSTS, FINISHED, LEFT, QUEUED, REPOS, SHOP } from './day-items.ts';

/** A day of a daemon with two repositories, the same whenever and wherever it is looked at. */
export interface Day extends AsyncDisposable {
  store: Store;
  clock: VirtualClock;
  source: WebSource;
}

/** Where we look at it from. In local time: the day, its midnight and every time shown are the same in each zone. */
const NOON = new Date(2026, 2, 12, 14, 40).getTime();
const MINUTE = 60_000;

export async function openDay(home: string): Promise<Day> {
  const clock = virtualClock(NOON - 180 * MINUTE);
  const store = openStore(':memory:', { clock });
  await tellTheDay(store, clock);
  const source = sourceOf(store, home, {
    clock,
    queued: QUEUED.map((item) => queuedItem(item, clock.now())),
    running: new Set(QUEUED.filter(({ running }) => running).map(({ id }) => id)),
  });
  return { store, clock, source, [Symbol.asyncDispose]: () => store.close() };
}

async function tellTheDay(store: Store, clock: VirtualClock): Promise<void> {
  const { emit } = eventBus(store);
  /** Minutes before we look. */
  const at = (minutes: number) => clock.advance(NOON - minutes * MINUTE - clock.now());
  for (const name of REPOS)
    await store.repositories.put({
      name,
      url: `https://github.com/${name}.git`,
      enabled: true,
      origin: 'config',
    });
  await bookCosts(store);
  await emit({ type: 'daemon.started', daemon: 'd', version: '0.1.0', pid: 1 });
  for (const { work, title, minutes, outcome, reason } of [...FINISHED, ...LEFT]) {
    await at(minutes);
    await emit({ type: 'item.queued', work, phase: 'Pending', title });
    await at(minutes - 4);
    const costUsd = await store.costs.spent({ work });
    await emit({ type: 'item.left', work, outcome, reason, durationMs: 4 * MINUTE, costUsd });
  }
  await ask(store, emit, at);
  await implement(store, emit, at);
  for (const { id, title, phase, minutes } of QUEUED.filter((item) => item.id !== WORKED)) {
    await at(minutes);
    await emit({ type: 'item.queued', work: id, phase: 'Pending', title });
    if (phase !== 'Pending') await emit({ type: 'item.phase', work: id, from: 'Pending', to: phase });
  }
  for (const repo of REPOS) await emit({ type: 'repo.scanned', repo, target: 'issues', found: 3, taken: 0 });
  for (const [number, label] of [
    [57, 'autodev:wip'],
    [61, 'autodev:wip'],
    [42, 'autodev:skip'],
    [39, 'autodev:skip'],
    [51, 'autodev:done'],
    [53, 'autodev:done'],
    [55, 'autodev:done'],
  ] as const)
    await store.labels.see(SHOP, number, [label]);
  await at(0);
}

type Emit = ReturnType<typeof eventBus>['emit'];
type At = (minutes: number) => Promise<void>;

async function ask(store: Store, emit: Emit, at: At): Promise<void> {
  const work = workId('issue', SHOP, 42);
  const text = 'When is an invoice due: after 14 days or after 30?';
  await at(48);
  await emit({ type: 'item.queued', work, phase: 'Pending', title: 'Let customers pay by invoice' });
  const run = await begin(store, work);
  const question = { text, options: ['14 days', '30 days'], free: true, expiresAt: null };
  await at(44);
  const { id } = await store.questions.ask({ work, run, step: 'ask:clarify', round: 0, ...question });
  await store.runs.setAside(run, 'asks');
  await emit({ type: 'question.asked', work, id, question: text, options: question.options });
}

/** The item whose page is shown: analysed, half implemented. */
export const WORKED = workId('issue', SHOP, 57);

async function implement(store: Store, emit: Emit, at: At): Promise<void> {
  const work = WORKED;
  const agent = { agent: 'claude', model: 'claude-sonnet-4-5' };
  await at(21);
  await emit({ type: 'item.queued', work, phase: 'Pending', title: QUEUED[0]?.title ?? '' });
  const run = await begin(store, work);
  await emit({ type: 'run.started', work, run, attempt: 1 });
  await emit({ type: 'item.phase', work, from: 'Pending', to: 'Analyzing' });
  const analyze = { work, run, step: 'analyze', round: 0 };
  await store.steps.start(run, 'analyze', 0);
  await emit({ type: 'step.started', ...analyze });
  await emit({ type: 'session.started', work, run, step: 'analyze', role: 'analyze', ...agent });
  await at(18);
  const cost = { costUsd: 0.18, durationMs: 170_000 };
  await emit({
    type: 'session.finished',
    ...analyze,
    ...agent,
    sessionId: 's1',
    turns: 9,
    ok: true,
    ...cost,
  });
  await store.steps.finish(run, 'analyze', 0, {
    result: {
      verdict: 'implement',
      confidence: 0.94,
      summary: 'The query is compared before it is trimmed. Trim it once, where it is read.',
    },
    commit: null,
    costUsd: cost.costUsd,
  });
  await emit({ type: 'step.finished', ...analyze, ...cost, summary: 'implement, confidence 0.94' });
  await emit({ type: 'item.phase', work, from: 'Analyzing', to: 'Implementing' });
  await store.steps.start(run, 'implement', 0);
  await emit({ type: 'step.started', ...analyze, step: 'implement' });
  await emit({ type: 'session.started', work, run, step: 'implement', role: 'implement', ...agent });
  for (const text of [
    'Read src/search/query.ts',
    'The test for a trailing space fails, as the issue says.',
    'Edit src/search/query.ts: trim where the query is read',
    'Run npm test -- search',
  ]) {
    await at(3);
    await emit({ type: 'session.progress', work, run, text });
  }
}

async function begin(store: Store, work: WorkId): Promise<RunId> {
  const hash = 'abcdef0123456789';
  const run = runId(work, hash, 1);
  await store.runs.submit({ id: run, work, attempt: 1, inputHash: hash, input: {} });
  return run;
}

async function bookCosts(store: Store): Promise<void> {
  for (const { day, work, role, model, usd } of COSTS) {
    const thousands = Math.round(usd * 100);
    const tokens = { input: thousands * 1_000, output: thousands * 80, cacheRead: 0, cacheWrite: 0 };
    const when = { at: NOON - day * 24 * 60 * MINUTE - 40 * MINUTE, repo: SHOP };
    await store.costs.book({ ...when, work, run: runId(work, 'a', 1), step: role, role, usd, model, tokens });
  }
}

function queuedItem({ id, title, phase, minutes }: (typeof QUEUED)[number], now: number): WorkItem {
  const [type = '', repo = '', number = ''] = id.split(':');
  return {
    id,
    type,
    repo,
    number: Number(number),
    title,
    author: 'ada',
    createdAt: '',
    updatedAt: '',
    headSha: '',
    baseRef: type === 'issue' ? '' : 'main',
    phase,
    queuedAt: now - minutes * MINUTE,
  };
}
