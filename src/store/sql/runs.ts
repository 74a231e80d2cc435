import { isoTime, type Clock } from '../../host/clock.ts';
import type { SqlDatabase } from './database.ts';
import type { RunId, WorkId } from '../../work/ids.ts';
import type { RunStatus } from '../../work/standings.ts';
import type { Leaving, RunRecord, RunTable } from '../tables/runs.ts';

interface RunRow {
  id: RunId;
  work_id: WorkId;
  attempt: number;
  input_hash: string;
  input: string;
  status: RunStatus;
  reason: string;
  leaving: string | null;
  started_at: string;
  finished_at: string | null;
}

const fromRow = (row: RunRow): RunRecord => ({
  id: row.id,
  work: row.work_id,
  attempt: row.attempt,
  inputHash: row.input_hash,
  input: JSON.parse(row.input) as unknown,
  status: row.status,
  reason: row.reason,
  leaving: row.leaving === null ? null : (JSON.parse(row.leaving) as Leaving),
  startedAt: row.started_at,
  finishedAt: row.finished_at,
});

export function runTable(db: SqlDatabase, clock: Clock): RunTable {
  const one = async (sql: string, value: string) => {
    const row = await db.get<RunRow>(sql, value);
    return row && fromRow(row);
  };
  return {
    submit: async ({ id, work, attempt, inputHash, input }) => {
      await db.run(
        'INSERT INTO runs (id, work_id, attempt, input_hash, input, started_at) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
        id,
        work,
        attempt,
        inputHash,
        JSON.stringify(input),
        isoTime(clock.now()),
      );
      return (await one('SELECT * FROM runs WHERE id = ?', id)) as RunRecord;
    },
    get: async (id) => one('SELECT * FROM runs WHERE id = ?', id),
    unfinished: async (work) =>
      one("SELECT * FROM runs WHERE work_id = ? AND status = 'running' ORDER BY rowid DESC LIMIT 1", work),
    ofWork: async (work) =>
      (await db.all<RunRow>('SELECT * FROM runs WHERE work_id = ? ORDER BY rowid', work)).map(fromRow),
    latest: async (work) => one('SELECT * FROM runs WHERE work_id = ? ORDER BY rowid DESC LIMIT 1', work),
    open: async (repo) =>
      (
        await db.all<RunRow>(
          `SELECT * FROM runs WHERE status = 'running' AND instr(work_id, ':' || ? || ':') > 0
           AND rowid = (SELECT max(newest.rowid) FROM runs AS newest WHERE newest.work_id = runs.work_id)`,
          repo,
        )
      ).map(fromRow),
    leave: async (id, leaving) => {
      await db.run('UPDATE runs SET leaving = ? WHERE id = ?', JSON.stringify(leaving), id);
    },
    finish: async (id, status, reason) => {
      await db.run(
        'UPDATE runs SET status = ?, reason = ?, finished_at = ?, leaving = NULL WHERE id = ?',
        status,
        reason,
        isoTime(clock.now()),
        id,
      );
    },
    setAside: async (id, reason) => {
      await db.run(
        "UPDATE runs SET status = 'question', reason = ?, leaving = NULL WHERE id = ? AND status = 'running'",
        reason,
        id,
      );
    },
    goOn: async (id) => {
      await db.run(
        "UPDATE runs SET status = 'running', reason = '' WHERE id = ? AND status = 'question'",
        id,
      );
    },
  };
}
