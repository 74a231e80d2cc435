import type { Database } from '../../../host/db/sqlite.ts';
import { metaOf, setMeta } from '../meta.ts';
import { jsonOf } from '../sums/packed-sums.ts';

/** A file that this many sessions edit (a lock file, a changelog) says nothing about two of them. */
const TOO_COMMON = 200;

export function linksAreStale(db: Database): boolean {
  return metaOf(db, 'links') === undefined || db.get('SELECT session FROM stale_links LIMIT 1') !== undefined;
}

/**
 * Which sessions edited the same files. Worked out when it is asked for, and only for sessions that have
 * changed since: pairs grow with the square of the sessions, and few people ask.
 */
export function refreshLinks(db: Database): void {
  const all = metaOf(db, 'links') === undefined;
  db.transaction(() => {
    if (all) db.run('INSERT OR REPLACE INTO stale_links SELECT key FROM sessions');
    db.run('DELETE FROM session_links WHERE session_a IN stale_links OR session_b IN stale_links');
    // By number, each session and file once: a path is long, and a session's files may be told by several transcripts.
    db.raw
      .exec(`CREATE TEMP TABLE edited (session INTEGER, file INTEGER, PRIMARY KEY (session, file)) WITHOUT ROWID;
      INSERT OR IGNORE INTO edited SELECT session, CAST(key AS INTEGER)
        FROM session_sums, json_each(${jsonOf('sums')}) WHERE part = 'files';
      CREATE INDEX temp.edited_by_file ON edited (file, session);
      CREATE TEMP TABLE common AS SELECT file FROM edited GROUP BY file HAVING count(*) > ${TOO_COMMON}`);
    db.run(
      `INSERT INTO session_links
       SELECT a, b, shared, shared * 1.0 / ((SELECT count(*) FROM edited WHERE session = a)
         + (SELECT count(*) FROM edited WHERE session = b) - shared)
       FROM (
         SELECT min(x.session, y.session) AS a, max(x.session, y.session) AS b, count(*) AS shared
         FROM stale_links s JOIN edited x ON x.session = s.session JOIN edited y ON y.file = x.file
         WHERE (y.session > x.session OR (y.session < x.session AND y.session NOT IN stale_links))
           AND x.file NOT IN (SELECT file FROM common)
         GROUP BY 1, 2)`,
    );
    db.raw.exec(`DROP TABLE edited; DROP TABLE common;
      CREATE INDEX IF NOT EXISTS links_by_overlap ON session_links (overlap_ratio, shared_files);
      CREATE INDEX IF NOT EXISTS links_by_b ON session_links (session_b)`);
    db.run('DELETE FROM stale_links');
    setMeta(db, 'links', 'made');
  });
}
