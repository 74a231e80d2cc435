import { openDatabase, type Database, type Row } from '../../host/db/sqlite.ts';
import { AutodevError, messageOf } from '../../work/errors.ts';
import { teachAdding } from '../index/sums/add-sums.ts';
import { filterCondition, type Condition } from '../filter/to-sql.ts';
import { perspectiveNamed } from '../perspectives/all.ts';
import { readParams } from '../perspectives/params.ts';
import { chosenBy, type Query } from '../perspectives/perspective.ts';
import { workOut } from './work-out.ts';

export interface Question {
  perspective: string;
  params: readonly string[];
  filter?: string | undefined;
  /** Only sessions that were active at or after this time. */
  since?: string | undefined;
}

/** The query of a question; whatever is wrong with the question is said here, before the index is touched. */
export function prepareQuestion(question: Question): Query {
  const perspective = perspectiveNamed(question.perspective);
  const given = [...question.params];
  const conditions: Condition[] = [];
  if (question.since !== undefined) {
    conditions.push({ sql: 'sessions.last_ts >= ?', values: [question.since] });
    if ('since' in perspective.params && !given.some((word) => word.startsWith('since=')))
      given.push(`since=${question.since}`);
  }
  if (question.filter !== undefined) conditions.push(filterCondition(question.filter));
  return perspective.query(readParams(perspective.name, perspective.params, given), chosenBy(conditions));
}

/** Asks an index. The connection can only read. */
export function askIndex(index: string, { sql, values, rows }: Query): Row[] {
  const ready = workOut(index, sql);
  const db = openDatabase(ready.path, { readOnly: true });
  try {
    teachAdding(db);
    const found = rowsOf(db, sql, values);
    return rows === undefined ? found : rows(found, db);
  } catch (error) {
    // A filter that our grammar allows but SQLite does not, such as one nested too deeply.
    if (error instanceof AutodevError) throw error;
    throw new AutodevError('invalid_input', 'the question cannot be answered', {
      why: messageOf(error),
      cause: error,
    });
  } finally {
    db.close();
    ready.done();
  }
}

/** As arrays, then as objects of one shape: measured, half of what objects from SQLite take. */
function rowsOf(db: Database, sql: string, values: Query['values']): Row[] {
  const statement = db.raw.prepare(sql);
  const names = statement.columns().map(({ name }) => name);
  statement.setReturnArrays(true);
  const found = statement.all(...values) as unknown as Row[string][][];
  return found.map((row) => {
    const made: Row = {};
    for (let at = 0; at < names.length; at += 1) made[names[at] as string] = row[at] ?? null;
    return made;
  });
}
