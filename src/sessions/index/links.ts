import type { Database } from '../../host/sqlite.ts';
import { metaOf, setMeta } from './meta.ts';

/** A file that this many sessions edit (a lock file, a changelog) says nothing about two of them. */
const TOO_COMMON = 200;

/**
 * Which sessions edited the same files. Worked out when it is asked for, and only for sessions that have
 * changed since: pairs grow with the square of the sessions, and few people ask.
 */
export function refreshLinks(db: Database): void {
  const all = metaOf(db, 'links') === undefined;
  const some = db.get('SELECT session FROM stale_links LIMIT 1') !== undefined;
  if (!all && !some) return;
  db.transaction(() => {
    if (all) db.run('INSERT OR REPLACE INTO stale_links SELECT key FROM sessions');
    db.run('DELETE FROM session_links WHERE session_a IN stale_links OR session_b IN stale_links');
    db.run(
      `INSERT INTO session_links
       SELECT a, b, shared, shared * 1.0 / ((SELECT count(*) FROM hot_files WHERE session = a)
         + (SELECT count(*) FROM hot_files WHERE session = b) - shared)
       FROM (
         SELECT min(x.session, y.session) AS a, max(x.session, y.session) AS b, count(*) AS shared
         FROM stale_links s JOIN hot_files x ON x.session = s.session
           JOIN hot_files y ON y.file_path = x.file_path
         WHERE (y.session > x.session OR (y.session < x.session AND y.session NOT IN stale_links))
           AND x.file_path NOT IN (SELECT file_path FROM hot_files GROUP BY file_path HAVING count(*) > ?)
         GROUP BY 1, 2)`,
      TOO_COMMON,
    );
    db.run('DELETE FROM stale_links');
    setMeta(db, 'links', 'made');
  });
}
