import type { WorkId } from '../../work/ids.ts';
import type { Sql } from '../sql/database.ts';
import type { Machine, MachineTable } from '../tables/machines.ts';

const SILENT_SECS = 8;

type Row = Omit<Machine, 'works' | 'state'> & { state: 'up' | 'leading' | 'draining'; works: string };

export function machineTable(db: Sql): MachineTable {
  return {
    all: async () => {
      const rows = await db.all<Row>(
        `SELECT id, kind, host, pid, version, slots, state,
                extract(epoch FROM clock_timestamp() - seen_at)::float8 AS "seenSecsAgo",
                (SELECT coalesce(json_agg(tasks.work_id ORDER BY tasks.work_id), '[]')::text FROM tasks
                 JOIN leases ON leases.name = tasks.work_id
                 WHERE leases.owner = members.id AND tasks.outcome IS NULL) AS works
         FROM members ORDER BY kind, host, id`,
      );
      return rows.map((row) => ({
        ...row,
        state: row.seenSecsAgo > SILENT_SECS ? 'silent' : row.state,
        seenSecsAgo: Math.round(row.seenSecsAgo),
        works: JSON.parse(row.works) as WorkId[],
      }));
    },
  };
}
