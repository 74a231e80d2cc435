import type { Database } from '../../host/db/sqlite.ts';
import { NO_TOKENS } from '../../work/prices.ts';
import type { CostEntry, CostKey, CostTable, CostTotal, StepCost } from '../tables/costs.ts';

const KEYS = {
  day: { key: "date(at / 1000, 'unixepoch', 'localtime')", order: 'key DESC' },
  repo: { key: 'repo', order: 'usd DESC, key' },
  role: { key: 'role', order: 'usd DESC, key' },
  item: { key: 'work_id', order: 'usd DESC, key' },
  model: { key: 'model', order: 'usd DESC, key' },
} as const satisfies Record<CostKey, { key: string; order: string }>;

/** Sums are exact to a millionth of a dollar, so that nobody reads 0.30000000000000004. */
export function costTable(db: Database): CostTable {
  return {
    book: async ({ repo, work, run, step, role, usd, at, model = 'unknown', tokens = NO_TOKENS }) => {
      db.run(
        'INSERT INTO costs (repo, work_id, run_id, step, role, usd, at, model, tokens) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
        repo,
        work,
        run,
        step,
        role,
        usd,
        at,
        model === '' ? 'unknown' : model,
        tokens.input + tokens.output + tokens.cacheWrite + tokens.cacheRead,
      );
    },
    spent: async ({ work, repo, since }) => {
      const row = db.get<{ usd: number }>(
        `SELECT round(coalesce(sum(usd), 0), 6) AS usd FROM costs
         WHERE (?1 IS NULL OR work_id = ?1) AND (?2 IS NULL OR repo = ?2) AND at >= ?3`,
        work ?? null,
        repo ?? null,
        since ?? 0,
      );
      return row?.usd ?? 0;
    },
    byStep: async (work) =>
      db.all<StepCost>(
        `SELECT step, role, round(sum(usd), 6) AS usd, count(*) AS sessions FROM costs
         WHERE work_id = ? GROUP BY step, role ORDER BY step, role`,
        work,
      ),
    totals: async (by, since) =>
      db.all<CostTotal>(
        `SELECT ${KEYS[by].key} AS key, round(sum(usd), 6) AS usd, sum(tokens) AS tokens, count(*) AS steps FROM costs
         WHERE at >= ? GROUP BY key ORDER BY ${KEYS[by].order}`,
        since,
      ),
    entries: async ({ repo, from, to }) =>
      db.all<CostEntry>(
        `SELECT work_id AS work, role, model, usd, tokens FROM costs
         WHERE repo = ? AND at >= ? AND at < ? ORDER BY at, rowid`,
        repo,
        from,
        to,
      ),
  };
}
