import { openDatabase, type Row } from '../../host/sqlite.ts';
import { AutodevError, isAutodevError, messageOf } from '../../work/errors.ts';
import { refreshLinks } from '../index/links.ts';
import { openIndex } from '../index/open.ts';
import { teachAdding } from '../index/packed.ts';
import { refreshSearch } from '../index/search.ts';
import { hasTotals, refreshTotals } from '../index/totals.ts';
import { filterCondition, type Condition } from '../filter/to-sql.ts';
import { perspectiveNamed } from '../perspectives/all.ts';
import { readParams } from '../perspectives/params.ts';
import { chosenBy } from '../perspectives/perspective.ts';

export interface Question {
  perspective: string;
  params: readonly string[];
  filter?: string | undefined;
  /** Only sessions that were active at or after this time. */
  since?: string | undefined;
}

/**
 * Works out what a query needs and an index does not have from the start: orders, totals, links, full
 * text. Each is made when it is first asked for after a change, so that indexing itself stays quick.
 */
export function workOut(index: string, sql: string): void {
  const links = /session_links/i.test(sql);
  const search = /prompt_search/i.test(sql);
  if (!links && !search && isReady(index)) return;
  const db = openIndex(index);
  try {
    if (!hasTotals(db)) refreshTotals(db);
    if (links) refreshLinks(db);
    if (search) refreshSearch(db);
  } catch (error) {
    // An index that cannot be written still answers from what it has.
    if (!isAutodevError(error, 'io')) throw error;
  } finally {
    db.close();
  }
}

function isReady(index: string): boolean {
  const db = openDatabase(index, { readOnly: true });
  try {
    return hasTotals(db);
  } finally {
    db.close();
  }
}

/** The query of a question; whatever is wrong with the question is said here, before the index is touched. */
export function prepareQuestion(question: Question): Condition {
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
export function ask(index: string, { sql, values }: Condition): Row[] {
  workOut(index, sql);
  const db = openDatabase(index, { readOnly: true });
  try {
    teachAdding(db);
    return db.all(sql, ...values).map((row) => ({ ...row }));
  } catch (error) {
    // A filter that our grammar allows but SQLite does not, such as one nested too deeply.
    if (error instanceof AutodevError) throw error;
    throw new AutodevError('invalid_input', 'the question cannot be answered', {
      why: messageOf(error),
      cause: error,
    });
  } finally {
    db.close();
  }
}
