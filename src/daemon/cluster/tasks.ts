import type { Delivery, JobQueue } from '../../host/db/job-queue.ts';
import type { PostgresDatabase } from '../../store/postgres/database.ts';
import type { Sql } from '../../store/sql/database.ts';
import type { WorkId } from '../../work/ids.ts';
import type { Phase } from '../../work/phases.ts';
import type { TaskOutcome } from './outcome.ts';

/** What members tell each other of: something about tasks has changed. */
export const CHANNEL = 'autodev';

export interface NewTask {
  work: WorkId;
  phase: Phase;
  /** What runs one at a time has the same. */
  exclusive: string | undefined;
  settings: unknown;
}

export interface Task {
  work: WorkId;
  phase: Phase;
  job: string;
  outcome: TaskOutcome | null;
  /** A person wants it no more. */
  cancelled: boolean;
}

/**
 * Hands an item to whichever worker is free. `there`: one is at it, or it waits for one, from an earlier leader.
 * `later`: as many as may run are handed out, or another of its kind is. Decided in one transaction at a time, so that
 * no change of leaders lets two run that must not.
 */
export function handOut(
  db: PostgresDatabase,
  jobs: JobQueue,
  task: NewTask,
  most: number,
): Promise<'handed' | 'there' | 'later'> {
  const { work, phase, exclusive = null, settings } = task;
  return db.transaction(async (tx) => {
    await tx.alone('tasks');
    const known = await tx.get<{ outcome: string | null }>(
      'SELECT outcome FROM tasks WHERE work_id = ?',
      work,
    );
    if (known?.outcome === null) return 'there';
    // What came of it was meant for an earlier leader; finished steps are read from the journal.
    await tx.run('DELETE FROM tasks WHERE work_id = ?', work);
    const row = await tx.get<{ all: number; same: number }>(
      'SELECT count(*) AS all, count(*) FILTER (WHERE exclusive = ?) AS same FROM tasks',
      exclusive,
    );
    if (row === undefined || row.all >= most || row.same > 0) return 'later';
    const job = await jobs.send(work, tx.queries);
    if (job === undefined) return 'later';
    await tx.run(
      'INSERT INTO tasks (work_id, job, exclusive, phase, settings) VALUES (?, ?, ?, ?, ?)',
      work,
      job,
      exclusive,
      phase,
      JSON.stringify(settings),
    );
    await tell(tx, 'handed');
    return 'handed';
  });
}

export async function tasksNow(db: Sql): Promise<Task[]> {
  const rows = await db.all<Omit<Task, 'outcome'> & { outcome: string | null }>(
    'SELECT work_id AS work, phase, job, outcome, cancelled = 1 AS cancelled FROM tasks',
  );
  return rows.map((row) => ({
    ...row,
    outcome: row.outcome === null ? null : (JSON.parse(row.outcome) as TaskOutcome),
  }));
}

export async function forgetTask(db: Sql, work: WorkId): Promise<void> {
  await db.run('DELETE FROM tasks WHERE work_id = ?', work);
}

/** For another worker to go on with, at once. Nobody died of it, so it counts as no delivery. */
export async function handBack(db: PostgresDatabase, jobs: JobQueue, delivery: Delivery): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await jobs.touch(delivery, tx.queries))) return;
    await jobs.complete(delivery, tx.queries);
    const job = await jobs.send(delivery.key, tx.queries);
    if (job === undefined) return;
    await tx.run('UPDATE tasks SET job = ? WHERE work_id = ?', job, delivery.key);
    await tell(tx, 'handed');
  });
}

/** Whether nothing has come of this delivery's job yet, as of now. */
export async function isOpen(db: Sql, { work, job }: Pick<Task, 'work' | 'job'>): Promise<boolean> {
  const sql = 'SELECT 1 AS open FROM tasks WHERE work_id = ? AND job = ? AND outcome IS NULL';
  return (await db.get(sql, work, job)) !== undefined;
}

export async function cancelTask(db: PostgresDatabase, work: WorkId): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.run('UPDATE tasks SET cancelled = 1 WHERE work_id = ?', work);
    await tell(tx, 'cancelled');
  });
}

export async function tell(tx: Sql, news: string): Promise<void> {
  await tx.get('SELECT pg_notify(?, ?)', CHANNEL, news);
}
