import { isoTime, type Clock } from '../../host/clock.ts';
import type { Random } from '../../host/random.ts';
import type { SqlDatabase } from './database.ts';
import type { CursorTable } from '../tables/cursors.ts';
import type { RegisteredRepository, RepositoryOrigin, RepositoryTable } from '../tables/repositories.ts';

interface RepositoryRow {
  id: string;
  url: string;
  name: string;
  enabled: number;
  origin: RepositoryOrigin;
  created_at: string;
  updated_at: string;
}

const fromRow = (row: RepositoryRow): RegisteredRepository => ({
  id: row.id,
  url: row.url,
  name: row.name,
  enabled: row.enabled === 1,
  origin: row.origin,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

export function repositoryTable(db: SqlDatabase, clock: Clock, random: Random): RepositoryTable {
  const byName = (name: string) => db.get<RepositoryRow>('SELECT * FROM repositories WHERE name = ?', name);
  return {
    put: async ({ name, url, enabled, origin }) => {
      const now = isoTime(clock.now());
      await db.run(
        `INSERT INTO repositories (id, url, name, enabled, origin, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (name) DO UPDATE SET url = excluded.url, enabled = excluded.enabled, origin = excluded.origin, updated_at = excluded.updated_at`,
        random.uuid(),
        url,
        name,
        enabled ? 1 : 0,
        origin,
        now,
        now,
      );
      return fromRow((await byName(name)) as RepositoryRow);
    },
    list: async () => (await db.all<RepositoryRow>('SELECT * FROM repositories ORDER BY name')).map(fromRow),
    find: async (name) => {
      const row = await byName(name);
      return row && fromRow(row);
    },
    setEnabled: async (name, enabled) =>
      (await db.run(
        'UPDATE repositories SET enabled = ?, updated_at = ? WHERE name = ?',
        enabled ? 1 : 0,
        isoTime(clock.now()),
        name,
      )) > 0,
    remove: async (name) =>
      db.transaction(async (tx) => {
        await tx.run(
          `UPDATE questions SET voided_at = ?, void_reason = 'its repository was removed'
           WHERE answer IS NULL AND voided_at IS NULL AND instr(work_id, ':' || ? || ':') > 0`,
          isoTime(clock.now()),
          name,
        );
        return (await tx.run('DELETE FROM repositories WHERE name = ?', name)) > 0;
      }),
  };
}

export function cursorTable(db: SqlDatabase): CursorTable {
  return {
    get: async (repoId, target) =>
      db.get<{ lastSeen: string; lastScan: string }>(
        'SELECT last_seen AS "lastSeen", last_scan AS "lastScan" FROM scan_cursors WHERE repo_id = ? AND target = ?',
        repoId,
        target,
      ),
    set: async (repoId, target, lastSeen, lastScan) => {
      await db.run(
        `INSERT INTO scan_cursors (repo_id, target, last_seen, last_scan) VALUES (?, ?, ?, ?)
         ON CONFLICT (repo_id, target) DO UPDATE SET last_seen = excluded.last_seen, last_scan = excluded.last_scan`,
        repoId,
        target,
        lastSeen,
        lastScan,
      );
    },
  };
}
