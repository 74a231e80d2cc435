import type { Database } from '../../host/sqlite.ts';
import { metaOf, setMeta } from './meta.ts';
import { packedSums, refreshPacked, teachAdding } from './packed.ts';
import { INDEXES_FOR_QUESTIONS } from './schema.ts';

/** The sums over all sessions are of the index as it is now. */
export function hasTotals(db: Database): boolean {
  return metaOf(db, 'totals') !== undefined;
}

export function dropTotals(db: Database): void {
  db.run("DELETE FROM meta WHERE name = 'totals'");
}

/** Sums up over all sessions, for questions without a filter, and makes the orders that questions need. */
export function refreshTotals(db: Database): void {
  db.transaction(() => {
    refreshPacked(db);
    teachAdding(db);
    db.raw.exec(`${INDEXES_FOR_QUESTIONS}
      DELETE FROM tool_totals;
      INSERT INTO tool_totals SELECT first, count, sessions, squares FROM ${packedSums('tool_counts', '')};
      DELETE FROM transition_totals;
      INSERT INTO transition_totals SELECT first, second, count FROM ${packedSums('transitions', '')};
      DELETE FROM cost_totals;`);
    for (const part of ['day', 'model'])
      db.run(
        `INSERT INTO cost_totals SELECT ?, ${part}, count(DISTINCT session), sum(messages), sum(input_tokens),
           sum(output_tokens), sum(cache_write_tokens), sum(cache_read_tokens), sum(cost), sum(unpriced_tokens)
         FROM daily_costs GROUP BY ${part}`,
        part,
      );
    setMeta(db, 'totals', 'made');
  });
}
