import type { Database, Row } from '../../host/db/sqlite.ts';
import type { Condition } from '../filter/to-sql.ts';
import type { Params, Values } from './params.ts';

/** A question with a name. Its answer is one query over the index. */
export interface Perspective {
  name: string;
  about: string;
  params: Params;
  query: (values: Values, chosen: Chosen) => Query;
}

export interface Query extends Condition {
  /** Makes the answer from what the query gives, where SQL alone would take long. */
  rows?: (found: readonly Row[], db: Database) => Row[];
}

/** Which sessions are asked about. */
export interface Chosen {
  all: boolean;
  /** ` AND column IN (…)`, or nothing when all are; for tables that know a session by key or by id. */
  byKey: (column?: string) => string;
  byId: (column?: string) => string;
  /** Their keys with commas between, as a value in SQL; NULL when all are. */
  keys: string;
  /** The values of one of these. */
  values: Condition['values'];
}

export function chosenBy(conditions: readonly Condition[]): Chosen {
  const where = conditions.map(({ sql }) => sql).join(' AND ');
  const all = conditions.length === 0;
  return {
    all,
    byKey: (column = 'session') => (all ? '' : ` AND ${column} IN (SELECT key FROM sessions WHERE ${where})`),
    byId: (column = 'session_id') =>
      all ? '' : ` AND ${column} IN (SELECT id FROM sessions WHERE ${where})`,
    keys: all ? 'NULL' : `(SELECT coalesce(group_concat(key), '') FROM sessions WHERE ${where})`,
    values: conditions.flatMap(({ values }) => values),
  };
}
