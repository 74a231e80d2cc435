import type { Random } from '../../host/random.ts';
import type { SqlDatabase } from '../../store/sql/database.ts';
import type { WorkId } from '../../work/ids.ts';
import type { Holds } from '../../workflows/engine/budget/budget.ts';

/** What all machines have set aside, so that they cannot overspend together. Those of a dead worker go with its items. */
export function clusterHolds(db: SqlDatabase, random: Random, owner: string): Holds {
  return {
    inTurn: (work) =>
      db.transaction(async (tx) => {
        await tx.alone('holds');
        return work({
          all: () =>
            tx.all<{ repo: string; work: WorkId; usd: number }>(
              'SELECT repo, work_id AS work, usd FROM holds',
            ),
          add: async (hold) => {
            const id = random.uuid();
            await tx.run(
              'INSERT INTO holds (id, owner, repo, work_id, usd) VALUES (?, ?, ?, ?, ?)',
              id,
              owner,
              hold.repo,
              hold.work,
              hold.usd,
            );
            return () => void db.run('DELETE FROM holds WHERE id = ?', id).catch(() => {});
          },
        });
      }),
  };
}
