import type { SqlDatabase } from './database.ts';
import { dayOf, daySpan } from '../../work/day.ts';
import { dollars } from '../../work/dollars.ts';
import type { WorkId } from '../../work/ids.ts';
import { NO_TOKENS } from '../../work/prices.ts';
import type { CostEntry, CostTable, CostTotal, StepCost } from '../tables/costs.ts';

/** What rows are summed by; a day is worked out below. */
const COLUMNS = { repo: 'repo', item: 'work_id', model: 'model', role: 'role' } as const;

/** Sums are exact to a millionth of a dollar, so that nobody reads 0.30000000000000004. */
export function costTable(db: SqlDatabase): CostTable {
  return {
    book: async ({ repo, work, run, step, role, usd, at, model = 'unknown', tokens = NO_TOKENS }) => {
      await db.run(
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
      // Each where its own condition: `?1 IS NULL OR work_id = ?1` reads every row that was ever booked.
      const where = [
        'at >= ?',
        ...(work === undefined ? [] : ['work_id = ?']),
        ...(repo === undefined ? [] : ['repo = ?']),
      ];
      const row = await db.get<{ usd: number }>(
        `SELECT round(coalesce(sum(usd), 0), 6) AS usd FROM costs WHERE ${where.join(' AND ')}`,
        since ?? 0,
        ...(work === undefined ? [] : [work]),
        ...(repo === undefined ? [] : [repo]),
      );
      return row?.usd ?? 0;
    },
    spentOn: async (works) =>
      new Map(
        (
          await db.all<{ work: WorkId; usd: number }>(
            `SELECT work_id AS work, round(sum(usd), 6) AS usd FROM costs
             WHERE work_id IN (SELECT value FROM json_each(?)) GROUP BY work_id`,
            JSON.stringify(works),
          )
        ).map(({ work, usd }) => [work, usd]),
      ),
    byStep: async (work, run) =>
      db.all<StepCost>(
        `SELECT step, role, round(sum(usd), 6) AS usd, sum(tokens) AS tokens, count(*) AS sessions FROM costs
         WHERE work_id = ? ${run === undefined ? '' : 'AND run_id = ? '}GROUP BY step, role ORDER BY step, role`,
        work,
        ...(run === undefined ? [] : [run]),
      ),
    totals: async (by, since) =>
      by === 'day'
        ? byDay(db, since)
        : db.all<CostTotal>(
            `SELECT ${COLUMNS[by]} AS key, round(sum(usd), 6) AS usd, sum(tokens) AS tokens, count(*) AS steps
             FROM costs WHERE at >= ? GROUP BY key ORDER BY usd DESC, key`,
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

/** By local day, the newest first. Asked of SQLite row by row, the date of a year's rows takes a second. */
async function byDay(db: SqlDatabase, since: number): Promise<CostTotal[]> {
  const rows = await db.all<{ at: number; usd: number; tokens: number }>(
    'SELECT at, usd, tokens FROM costs WHERE at >= ? ORDER BY at',
    since,
  );
  const days: CostTotal[] = [];
  let ends = -Infinity;
  for (const { at, usd, tokens } of rows) {
    if (at >= ends) {
      days.push({ key: dayOf(at), usd: 0, tokens: 0, steps: 0 });
      ends = daySpan(dayOf(at)).to;
    }
    const day = days[days.length - 1];
    if (day === undefined) continue;
    day.usd += usd;
    day.tokens += tokens;
    day.steps += 1;
  }
  return days.map((day) => ({ ...day, usd: dollars(day.usd) })).reverse();
}
