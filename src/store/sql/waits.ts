import { put, type SqlDatabase } from './database.ts';
import type { WorkId } from '../../work/ids.ts';
import type { WaitRecord, WaitTable } from '../tables/waits.ts';

interface WaitRow {
  work_id: WorkId;
  title: string;
  reason: string;
  since: number;
}

const fromRow = ({ work_id: work, title, reason, since }: WaitRow): WaitRecord => ({
  work,
  title,
  reason,
  since,
});

export function waitTable(db: SqlDatabase): WaitTable {
  const get = (work: WorkId) => db.get<WaitRow>('SELECT * FROM waits WHERE work_id = ?', work);
  return {
    put: async ({ work, title, reason, since }) => {
      if ((await get(work))?.reason === reason) return false;
      await put(db, 'waits', ['work_id'], { work_id: work, title, reason, since });
      return true;
    },
    clear: async (work) => void (await db.run('DELETE FROM waits WHERE work_id = ?', work)),
    get: async (work) => {
      const row = await get(work);
      return row && fromRow(row);
    },
    ofRepo: async (repo) =>
      (
        await db.all<WaitRow>(
          `SELECT * FROM waits WHERE instr(work_id, ':' || ? || ':') > 0 ORDER BY work_id`,
          repo,
        )
      ).map(fromRow),
    all: async () => (await db.all<WaitRow>('SELECT * FROM waits ORDER BY work_id')).map(fromRow),
  };
}
