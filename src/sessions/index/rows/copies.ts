import type { Database } from '../../../host/db/sqlite.ts';

interface Copy {
  rowid: number;
  counted: number;
  file: number;
}

/**
 * A forked or copied session repeats the answers of the one it came from, ids and usage included. Each
 * answer counts once, in the file whose path sorts first, in whatever order the files were read.
 * Gives the files whose costs have changed by it. `touched` limits the search to these keys.
 */
export function countOnce(db: Database, touched: Iterable<number> | undefined): Set<number> {
  const changed = new Set<number>();
  const copies = db.prepare(
    `SELECT u.rowid, u.counted, f.id AS file FROM usage u JOIN files f ON f.id = u.file_id
     WHERE u.key = ? ORDER BY f.path`,
  );
  const mark = db.prepare('UPDATE usage SET counted = ? WHERE rowid = ?');
  const suspects =
    touched ??
    db.all<{ key: number }>('SELECT key FROM usage GROUP BY key HAVING count(*) > 1').map((row) => row.key);
  for (const key of suspects)
    for (const [at, copy] of (copies.all(key) as unknown as Copy[]).entries()) {
      const counts = at === 0 ? 1 : 0;
      if (copy.counted === counts) continue;
      mark.run(counts, copy.rowid);
      changed.add(copy.file);
    }
  return changed;
}
