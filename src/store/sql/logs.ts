import type { SqlDatabase } from './database.ts';
import type { SessionLog, SessionLogTable } from '../tables/session-logs.ts';

export function sessionLogTable(db: SqlDatabase): SessionLogTable {
  return {
    add: async (log) => {
      await db.run(
        `INSERT INTO consumer_logs
           (id, repo_id, queue_type, item_key, worker_id, command, stdout, stderr, exit_code, started_at, finished_at, duration_ms)
         VALUES (?, coalesce((SELECT id FROM repositories WHERE name = ?2), ?2), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (id) DO NOTHING`,
        log.id,
        log.repo,
        log.queueType,
        log.itemKey,
        log.workerId,
        log.command,
        log.stdout,
        log.stderr,
        log.exitCode,
        log.startedAt,
        log.finishedAt,
        Math.round(log.durationMs),
      );
    },
    ofWork: async (work) =>
      db.all<SessionLog>(
        `SELECT id, repo_id AS repo, queue_type AS "queueType", item_key AS "itemKey", worker_id AS "workerId", command, stdout, stderr,
                exit_code AS "exitCode", started_at AS "startedAt", finished_at AS "finishedAt", duration_ms AS "durationMs"
         FROM consumer_logs WHERE item_key = ? ORDER BY started_at`,
        work,
      ),
  };
}
