import type { WorkId } from '../../work/ids.ts';
import type { ReviewedTable } from '../tables/reviewed.ts';
import { put, type SqlDatabase } from './database.ts';

export function reviewedTable(db: SqlDatabase): ReviewedTable {
  return {
    get: async (work) =>
      (await db.get<{ sha: string }>('SELECT sha FROM reviewed WHERE work_id = ?', work))?.sha,
    set: async (work, sha) => void (await put(db, 'reviewed', ['work_id'], { work_id: work, sha })),
    ofRepo: (repo) =>
      db.all<{ work: WorkId; sha: string }>(
        `SELECT work_id AS work, sha FROM reviewed WHERE instr(work_id, ':' || ? || ':') > 0 ORDER BY work_id`,
        repo,
      ),
    forget: async (work) => void (await db.run('DELETE FROM reviewed WHERE work_id = ?', work)),
  };
}
