import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../../src/host/clock.ts';
import { dailyLog } from '../../../src/host/log/daily-log.ts';
import { openStore } from '../../../src/store/sqlite/open.ts';
import type { Store } from '../../../src/store/store.ts';
import { atHour } from '../../../src/work/day.ts';
import type { WorkEvent } from '../../../src/work/events.ts';
import { runId, workId } from '../../../src/work/ids.ts';
import { putTranscript } from '../session-home.ts';
import type { Month, Session, Task } from './plan.ts';
import { claudeLines, codexLines, geminiLines } from './transcript-lines.ts';

export interface WrittenMonth {
  store: Store;
  logs: string;
  /** As a person's home: `.claude`, `.codex`, `.gemini`. */
  home: string;
}

/** The month as the daemon and the agents would have left it: a store, daily logs, transcripts in three formats. */
export async function writeMonth(month: Month, folder: string): Promise<WrittenMonth> {
  let now = 0;
  const clock: Clock = {
    now: () => now,
    monotonic: () => now,
    sleep: async () => {},
    after: () => ({ cancel: () => {} }),
  };
  const store = openStore(':memory:', { clock });
  const logs = join(folder, 'logs');
  const home = join(folder, 'home');
  mkdirSync(join(home, '.claude', 'projects'), { recursive: true });
  const log = dailyLog(
    () => logs,
    clock,
    () => 1_000,
  );
  const emit = async (at: number, event: WorkEvent) => {
    now = at;
    log.line(await store.events.append(event));
  };
  for (const task of month.tasks) await writeTask(task, { store, emit, home, at: (ms) => (now = ms) });
  return { store, logs, home };
}

interface Into {
  store: Store;
  home: string;
  emit(at: number, event: WorkEvent): Promise<void>;
  at(ms: number): void;
}

async function writeTask(task: Task, { store, emit, home, at }: Into): Promise<void> {
  const { repo, type, number, day, minutes } = task;
  const work = workId(type, repo, number);
  const run = runId(work, 'a'.repeat(16), 1);
  // Spread over the day, the first of them right after midnight.
  const begins = atHour(day, 0) + (number % 20) * 3_600_000;
  const ends = begins + minutes * 60_000;
  const [first, second] = type === 'issue' ? ['Pending', 'Analyzing'] : ['Pending', 'Reviewing'];
  await emit(begins, { type: 'item.queued', work, phase: first, title: `task ${number}` });
  await emit(begins + 30_000, { type: 'item.phase', work, from: first, to: second });
  at(begins + 30_000);
  await store.runs.submit({ id: run, work, attempt: 1, inputHash: 'a', input: {} });
  for (const [round, remarks] of task.rounds.entries()) {
    at(begins + 40_000);
    await store.steps.start(run, 'review', round);
    const fresh = remarks.map((body) => ({ path: 'a.ts', line: 1, body, severity: 'must', category: 'bug' }));
    await store.steps.finish(run, 'review', round, { result: { fresh }, commit: null, costUsd: 0 });
  }
  for (const session of task.sessions) {
    writeSession(session, task, home, begins + 45_000);
    const who = { work, run, step: 's', agent: session.agent, sessionId: session.id };
    await emit(begins + 60_000, {
      type: 'session.finished',
      ...who,
      costUsd: 0,
      turns: 1,
      durationMs: 1,
      ok: true,
    });
  }
  const tokens = { input: 10 * number, output: 1, cacheRead: 0, cacheWrite: 0 };
  const cost = { repo, work, run, step: 's', role: 'analyze' as const, usd: task.usd, at: ends };
  await store.costs.book({ ...cost, model: number % 2 === 0 ? 'even' : 'odd', tokens });
  const reason = task.outcome === 'failed' ? task.error : 'ended';
  const left = { work, outcome: task.outcome, reason, durationMs: ends - begins, costUsd: task.usd };
  await emit(ends, { type: 'item.left', ...left });
}

function writeSession(session: Session, task: Task, home: string, at: number): void {
  const cwd = `/work/workspaces/${task.repo}/${task.type}-${task.number}`;
  const plan = { ...session, cwd, at };
  const stamp = new Date(at).toISOString();
  if (session.agent === 'claude') {
    putTranscript(join(home, '.claude'), cwd, session.id, claudeLines(plan));
    return;
  }
  const path =
    session.agent === 'codex'
      ? join(
          home,
          '.codex',
          'sessions',
          stamp.slice(0, 4),
          stamp.slice(5, 7),
          stamp.slice(8, 10),
          `rollout-${stamp.slice(0, 19).replaceAll(':', '-')}-${session.id}.jsonl`,
        )
      : join(home, '.gemini', 'tmp', `p${task.number}`, 'chats', `session-${session.id}.jsonl`);
  mkdirSync(join(path, '..'), { recursive: true });
  const lines = session.agent === 'codex' ? codexLines(plan) : geminiLines(plan);
  writeFileSync(path, `${lines.join('\n')}\n`);
  if (session.agent === 'gemini') writeFileSync(join(path, '..', '..', '.project_root'), cwd);
}
