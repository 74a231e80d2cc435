import type { Database } from '../../host/sqlite.ts';

interface Copy {
  rowid: number;
  key: string;
  counted: number;
  session: number;
}

/**
 * A forked or copied session repeats the answers of the one it came from, ids and usage included. Each
 * answer counts once, in the file whose path sorts first, in whatever order the files were read.
 * Gives the sessions whose costs have changed by it. `hashes` limits the search to keys that were touched.
 */
export function countOnce(db: Database, hashes: Iterable<number> | undefined): Set<number> {
  const changed = new Set<number>();
  const copies = db.prepare(
    `SELECT u.rowid, u.key, u.counted, f.session FROM usage u JOIN files f ON f.id = u.file_id
     WHERE u.key_hash = ? ORDER BY u.key, f.path`,
  );
  const mark = db.prepare('UPDATE usage SET counted = ? WHERE rowid = ?');
  const suspects =
    hashes ??
    db
      .all<{ key_hash: number }>('SELECT key_hash FROM usage GROUP BY key_hash HAVING count(*) > 1')
      .map((row) => row.key_hash);
  for (const hash of suspects) {
    let key: string | undefined;
    for (const copy of copies.all(hash) as unknown as Copy[]) {
      const counts = copy.key === key ? 0 : 1;
      key = copy.key;
      if (copy.counted === counts) continue;
      mark.run(counts, copy.rowid);
      changed.add(copy.session);
    }
  }
  return changed;
}
