import type { Database } from '../../host/db/sqlite.ts';
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

export function waitTable(db: Database): WaitTable {
  const get = (work: WorkId) => db.get<WaitRow>('SELECT * FROM waits WHERE work_id = ?', work);
  return {
    put: async ({ work, title, reason, since }) => {
      if (get(work)?.reason === reason) return false;
      db.run(
        'INSERT OR REPLACE INTO waits (work_id, title, reason, since) VALUES (?, ?, ?, ?)',
        work,
        title,
        reason,
        since,
      );
      return true;
    },
    clear: async (work) => void db.run('DELETE FROM waits WHERE work_id = ?', work),
    get: async (work) => {
      const row = get(work);
      return row && fromRow(row);
    },
    ofRepo: async (repo) =>
      db
        .all<WaitRow>(`SELECT * FROM waits WHERE work_id GLOB '*:' || ? || ':*' ORDER BY work_id`, repo)
        .map(fromRow),
    all: async () => db.all<WaitRow>('SELECT * FROM waits ORDER BY work_id').map(fromRow),
  };
}
