import type { RepositoryStatus, Status } from '../../api/status.ts';
import { isoTime } from '../../host/clock.ts';
import type { RegisteredRepository } from '../../store/tables/repositories.ts';
import type { Store } from '../../store/store.ts';
import type { WorkId } from '../../work/ids.ts';
import type { Outcome } from '../../work/standings.ts';
import { readRests } from '../../workflows/engine/stops/noted-rests.ts';
import { TaskQueues, type QueuedFlow } from '../queue/task-queues.ts';
import { CONFIG_REFUSED, PAUSED } from './remembered.ts';
import { answeredItems } from './answered.ts';
import { countLeftBehind } from './items.ts';
import { isRunning, runningCount, type Live } from './live.ts';
import { startOfDay } from '../../work/start-of-day.ts';

export interface StatusFacts {
  store: Store;
  now: number;
  daemon: Omit<Status['daemon'], 'uptime_secs' | 'paused' | 'config_refused'>;
  perDayUsd: number | null;
  /** What the configuration says and nothing heeds, in words. */
  notInForce?: readonly string[];
  flows: Iterable<QueuedFlow>;
  live?: Live | undefined;
}

export async function statusOf(facts: StatusFacts): Promise<Status> {
  const { store, now, daemon, live } = facts;
  const midnight = startOfDay(now);
  const queues = live?.queues ?? new TaskQueues(facts.flows);
  const outcomes = await store.events.outcomes();
  const spent = new Map((await store.costs.totals('repo', midnight)).map(({ key, usd }) => [key, usd]));
  const repositories: RepositoryStatus[] = [];
  for (const repo of await store.repositories.list()) {
    const left = (outcome: Outcome) =>
      outcomes.find((row) => row.repo === repo.name && row.outcome === outcome)?.count ?? 0;
    let running = 0;
    for (const item of queues.all()) if (item.repo === repo.name && isRunning(live, item.id)) running += 1;
    repositories.push({
      name: repo.name,
      enabled: repo.enabled,
      origin: repo.origin,
      queued: queues.countOf(repo.name) - running,
      running,
      done: left('done'),
      skipped: left('skip'),
      failed: left('failed'),
      cost_today_usd: spent.get(repo.name) ?? 0,
      last_scan: await lastScan(store, repo),
      last_error: repo.enabled ? ((await store.events.scanFailure(repo.name)) ?? null) : null,
    });
  }
  return {
    schema_version: 1,
    daemon: {
      ...daemon,
      paused: (await store.meta.get(PAUSED)) === 'yes',
      config_refused: live === undefined ? null : (await store.meta.get(CONFIG_REFUSED)) || null,
      uptime_secs:
        daemon.started_at === null
          ? null
          : Math.max(0, Math.round((now - Date.parse(daemon.started_at)) / 1_000)),
    },
    queue: queues.depths(),
    running: live === undefined ? 0 : runningCount(live),
    waiting: (await waitingWorks(facts)).size,
    interrupted: live === undefined ? await countLeftBehind(store, now) : 0,
    resting: (await readRests(store)).map(({ agent, reason, text, since, until, told }) => ({
      agent,
      reason,
      because: text,
      since: isoTime(since),
      until: isoTime(until),
      told,
    })),
    not_in_force: [...(facts.notInForce ?? [])],
    questions: (await store.questions.open()).length,
    pending_commands: (await store.commands.pending()).length,
    labels: await store.labels.counts(),
    costs: {
      today_usd: [...spent.values()].reduce((sum, usd) => sum + usd, 0),
      per_day_usd: facts.perDayUsd,
    },
    repositories,
    ...(await machinesOf(store)),
    seq: await store.events.lastSeq(),
  };
}

/** Those of a cluster, where there is one. */
export async function machinesOf({ machines }: Pick<Store, 'machines'>): Promise<Pick<Status, 'machines'>> {
  const all = await machines.all();
  if (all.length === 0) return {};
  return { machines: all.map(({ seenSecsAgo, ...machine }) => ({ ...machine, seen_secs_ago: seenSecsAgo })) };
}

/** Items in no queue that go on by themselves: at their time, when another is ready, or because they were answered. */
async function waitingWorks({ store, now, live }: StatusFacts): Promise<Set<WorkId>> {
  const answered = [...(await answeredItems(store)).keys()].filter((work) => live?.queues.has(work) !== true);
  const others = [...(await store.attempts.waiting(now)), ...(await store.waits.all())];
  return new Set([...others.map(({ work }) => work), ...answered]);
}

async function lastScan(store: Store, repo: RegisteredRepository): Promise<string | null> {
  const times = await Promise.all(
    ['issues', 'pulls'].map(async (target) => (await store.cursors.get(repo.id, target))?.lastScan ?? ''),
  );
  const newest = times.sort().at(-1) ?? '';
  return newest > isoTime(0) ? newest : null;
}
