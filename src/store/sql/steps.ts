import { isoTime, type Clock } from '../../host/clock.ts';
import type { SqlDatabase } from './database.ts';
import type { RunId, WorkId } from '../../work/ids.ts';
import type { StepRecord, StepTable } from '../tables/steps.ts';

interface StepRow {
  run_id: RunId;
  name: string;
  round: number;
  status: StepRecord['status'];
  result: string | null;
  commit_sha: string | null;
  cost_usd: number;
  error: string | null;
  carried_from: RunId | null;
  started_at: string;
  finished_at: string | null;
}

const fromRow = (row: StepRow): StepRecord => ({
  run: row.run_id,
  name: row.name,
  round: row.round,
  status: row.status,
  result: row.result === null ? null : (JSON.parse(row.result) as unknown),
  commit: row.commit_sha,
  costUsd: row.cost_usd,
  error: row.error,
  carriedFrom: row.carried_from,
  startedAt: row.started_at,
  finishedAt: row.finished_at,
});

/** The journal of what was already done and paid for. */
export function stepTable(db: SqlDatabase, clock: Clock): StepTable {
  const now = () => isoTime(clock.now());
  const NEXT = '(SELECT coalesce(max(finished_seq), 0) + 1 FROM steps)';
  return {
    finished: async (run) =>
      (
        await db.all<StepRow>(
          "SELECT * FROM steps WHERE run_id = ? AND status = 'done' ORDER BY finished_seq",
          run,
        )
      ).map(fromRow),
    start: async (run, name, round) => {
      await db.run(
        `INSERT INTO steps (run_id, name, round, status, started_at) VALUES (?, ?, ?, 'started', ?)
         ON CONFLICT (run_id, name, round) DO UPDATE SET status = 'started', started_at = excluded.started_at, error = NULL WHERE steps.status <> 'done'`,
        run,
        name,
        round,
        now(),
      );
    },
    finish: async (run, name, round, { result, commit, costUsd }) => {
      await db.run(
        `UPDATE steps SET status = 'done', result = ?, commit_sha = ?, cost_usd = cost_usd + ?, finished_at = ?, finished_seq = ${NEXT}
         WHERE run_id = ? AND name = ? AND round = ? AND status <> 'done'`,
        JSON.stringify(result ?? null),
        commit,
        costUsd,
        now(),
        run,
        name,
        round,
      );
    },
    fail: async (run, name, round, { error, costUsd }) => {
      await db.run(
        `UPDATE steps SET status = 'failed', error = ?, cost_usd = cost_usd + ?, finished_at = ?
         WHERE run_id = ? AND name = ? AND round = ? AND status <> 'done'`,
        error,
        costUsd,
        now(),
        run,
        name,
        round,
      );
    },
    carry: async (from, to, keys) => {
      await db.transaction(async (tx) => {
        for (const { name, round } of keys) {
          await tx.run(
            `INSERT INTO steps (run_id, name, round, status, result, commit_sha, cost_usd, carried_from, started_at, finished_at, finished_seq)
             SELECT ?, name, round, status, result, commit_sha, 0, run_id, started_at, finished_at, ${NEXT}
             FROM steps WHERE run_id = ? AND name = ? AND round = ? AND status = 'done'
             ON CONFLICT DO NOTHING`,
            to,
            from,
            name,
            round,
          );
        }
      });
    },
    count: async (work, name) =>
      (
        await db.get<{ n: number }>(
          `SELECT count(*) AS n FROM steps JOIN runs ON runs.id = steps.run_id
         WHERE runs.work_id = ? AND steps.name = ? AND steps.status = 'done' AND steps.carried_from IS NULL`,
          work,
          name,
        )
      )?.n ?? 0,
    named: async (name, span) =>
      (
        await db.all<{ work: WorkId; round: number; result: string; finishedAt: string }>(
          `SELECT runs.work_id AS work, round, result, steps.finished_at AS "finishedAt"
           FROM steps JOIN runs ON runs.id = steps.run_id
           WHERE name = ?1 AND steps.status = 'done' AND carried_from IS NULL
             AND steps.finished_at >= ?2 AND steps.finished_at < ?3 ORDER BY steps.finished_at`,
          name,
          span === undefined ? '' : isoTime(span.from),
          span === undefined ? '~' : isoTime(span.to),
        )
      ).map((row) => ({ ...row, result: JSON.parse(row.result) as unknown })),
  };
}
