import { put, type SqlDatabase } from './database.ts';
import type { RunId, WorkId } from '../../work/ids.ts';
import type { AttemptRecord, AttemptTable } from '../tables/attempts.ts';

interface AttemptRow {
  work_id: WorkId;
  input_hash: string;
  failures: number;
  not_before: number;
  last_error: string;
  carry_from: RunId | null;
  carry: string;
  lesson: string;
}

const fromRow = (row: AttemptRow): AttemptRecord => ({
  work: row.work_id,
  inputHash: row.input_hash,
  failures: row.failures,
  notBefore: row.not_before,
  lastError: row.last_error,
  carryFrom: row.carry_from,
  carry: JSON.parse(row.carry) as AttemptRecord['carry'],
  lesson: JSON.parse(row.lesson) as AttemptRecord['lesson'],
});

export function attemptTable(db: SqlDatabase): AttemptTable {
  return {
    get: async (work) => {
      const row = await db.get<AttemptRow>('SELECT * FROM attempts WHERE work_id = ?', work);
      return row && fromRow(row);
    },
    put: async (record) => {
      await put(db, 'attempts', ['work_id'], {
        work_id: record.work,
        input_hash: record.inputHash,
        failures: record.failures,
        not_before: record.notBefore,
        last_error: record.lastError,
        carry_from: record.carryFrom,
        carry: JSON.stringify(record.carry),
        lesson: JSON.stringify(record.lesson),
      });
    },
    clear: async (work) => {
      await db.run('DELETE FROM attempts WHERE work_id = ?', work);
    },
    failures: async (works) =>
      new Map(
        (
          await db.all<{ work: WorkId; failures: number }>(
            'SELECT work_id AS work, failures FROM attempts WHERE work_id IN (SELECT value FROM json_each(?))',
            JSON.stringify(works),
          )
        ).map(({ work, failures }) => [work, failures]),
      ),
    waiting: async (now) =>
      (await db.all<AttemptRow>('SELECT * FROM attempts WHERE not_before > ? ORDER BY not_before', now)).map(
        fromRow,
      ),
    due: async (repo, now) =>
      (
        await db.all<AttemptRow>(
          `SELECT * FROM attempts WHERE instr(work_id, ':' || ? || ':') > 0 AND not_before <= ? ORDER BY not_before`,
          repo,
          now,
        )
      ).map(fromRow),
  };
}
