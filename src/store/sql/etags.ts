import type { Clock } from '../../host/clock.ts';
import type { SqlDatabase } from './database.ts';
import type { EtagRecord, EtagTable } from '../tables/etags.ts';

const MOST = 20_000;

/** Bounded: what was not used for longest goes first. Losing one costs a little quota, nothing else. */
export function etagTable(db: SqlDatabase, clock: Clock, most = MOST): EtagTable {
  let count: number | undefined;
  return {
    get: async (scope, url) => {
      const known = await db.get<EtagRecord>(
        'SELECT etag, link, body FROM etags WHERE scope = ? AND url = ?',
        scope,
        url,
      );
      if (known !== undefined)
        await db.run('UPDATE etags SET used_at = ? WHERE scope = ? AND url = ?', clock.now(), scope, url);
      return known;
    },
    set: async (scope, url, { etag, link, body }) => {
      await db.run(
        `INSERT INTO etags (scope, url, etag, link, body, used_at) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (scope, url) DO UPDATE SET etag = excluded.etag, link = excluded.link, body = excluded.body, used_at = excluded.used_at`,
        scope,
        url,
        etag,
        link,
        body,
        clock.now(),
      );
      count = (count ?? (await db.get<{ n: number }>('SELECT count(*) AS n FROM etags'))?.n ?? 0) + 1;
      if (count <= most) return;
      // A tenth at once, so that this is rare.
      await db.run(
        'DELETE FROM etags WHERE rowid IN (SELECT rowid FROM etags ORDER BY used_at LIMIT ?)',
        Math.ceil(most / 10),
      );
      count = undefined;
    },
  };
}
