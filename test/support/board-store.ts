import { FLOWS } from '../../src/compose/flows.ts';
import { eventBus, type EventBus } from '../../src/daemon/bus.ts';
import { statusOf } from '../../src/daemon/control/status.ts';
import { TaskQueues } from '../../src/daemon/queue/task-queues.ts';
import { webSource } from '../../src/daemon/dashboard/web-source.ts';
import type { WebSource } from '../../src/api/board/web-source.ts';
import type { Forge } from '../../src/forge/forge.ts';
import { isoTime, systemClock, type Clock } from '../../src/host/clock.ts';
import type { Store } from '../../src/store/store.ts';
import { runId, workId, type WorkId } from '../../src/work/ids.ts';
import type { WorkItem } from '../../src/work/item.ts';
import { registerFlows } from '../../src/workflows/engine/flows.ts';
import { testHost } from './host.ts';

export const REPO = 'acme/shop';

/** Fills a store as a daemon would: items that ask, wait and came out, and one with a long life. */
export async function fillStore(
  store: Store,
  options: { items: number; events: number; title: (number: number) => string },
): Promise<void> {
  const { emit } = eventBus(store);
  await store.repositories.put({
    name: REPO,
    url: `https://github.com/${REPO}.git`,
    enabled: true,
    origin: 'config',
  });
  for (let number = 1; number <= options.items; number += 1) {
    const work = workId('issue', REPO, number);
    const hash = number.toString(16).padStart(16, '0');
    await emit({ type: 'item.queued', work, phase: 'Pending', title: options.title(number) });
    if (number % 3 === 0) {
      await emit({
        type: 'item.left',
        work,
        outcome: 'done',
        reason: `PR #${number + 1}`,
        durationMs: 60_000,
        costUsd: 0.4,
      });
      continue;
    }
    const run = runId(work, hash, 1);
    await store.runs.submit({ id: run, work, attempt: 1, inputHash: hash, input: {} });
    if (number % 10 !== 1) {
      await store.waits.put({
        work,
        title: options.title(number),
        reason: 'issue #1 to be closed',
        since: 0,
      });
      continue;
    }
    const question = {
      text: `Which one, ${options.title(number)}?`,
      options: ['this', 'that'],
      free: true,
      expiresAt: null,
    };
    await store.questions.ask({ work, run, step: 'ask:clarify', round: 0, ...question });
    await store.runs.setAside(run, 'asks');
  }
  const work = workId('issue', REPO, 1);
  const run = runId(work, '1'.padStart(16, '0'), 1);
  for (let round = 0; round * 2 < options.events; round += 1) {
    const step = { work, run, step: 'implement', round };
    await emit({ type: 'step.started', ...step });
    await emit({
      type: 'step.finished',
      ...step,
      durationMs: 1_000,
      costUsd: 0.01,
      summary: options.title(round),
    });
  }
}

export interface StoreSourceOptions {
  /** Where the names of orders are written. */
  told?: string[];
  clock?: Clock;
  /** What is in the queues of the daemon, and which of it is being worked on. */
  queued?: readonly WorkItem[];
  running?: ReadonlySet<WorkId>;
  /** Who tells of events as they happen. */
  bus?: Pick<EventBus, 'subscribe'>;
}

/** What the dashboard shows of a store, with a daemon that takes every order and does nothing. */
export function sourceOf(store: Store, home: string, options: StoreSourceOptions = {}): WebSource {
  const { told = [], clock = systemClock, queued = [], running = new Set<WorkId>(), bus } = options;
  const host = testHost();
  const flows = registerFlows(FLOWS);
  const queues = new TaskQueues(flows);
  for (const item of queued) queues.push(item);
  const daemon = {
    paused: false,
    standing: (id: WorkId) => ({ running: running.has(id), restsUntil: null, agents: [] }),
    restsUntil: () => null,
    prospect: async () => undefined,
    load: () => ({
      running: new Set(running),
      perRepo: new Map(),
      exclusive: new Set<string>(),
      lastServed: new Map(),
    }),
  };
  const live = { queues, daemon, stopping: false, maxConcurrent: 3, maxConcurrentPerRepo: 2 };
  const { after, lastSeq } = store.events;
  return webSource({
    home,
    clock,
    git: host.git,
    secrets: host.secrets,
    store,
    flows,
    events: { after, lastSeq, subscribe: bus?.subscribe ?? (() => () => {}) },
    status: () =>
      statusOf({
        store,
        now: clock.now(),
        daemon: { state: 'running', version: '0.1.0', pid: 1, started_at: isoTime(clock.now()), home },
        perDayUsd: 20,
        flows,
        live,
      }),
    probes: async () => [],
    daemon: {
      live: () => live,
      // Nothing here has a pull request to ask it for.
      forge: {} as Forge,
      tell: async (command) => {
        told.push(command.name);
        return `${command.name}: noted`;
      },
    },
  });
}
