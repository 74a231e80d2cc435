import { bulkInsert } from '../../../host/db/bulk-insert.ts';
import type { Database } from '../../../host/db/sqlite.ts';
import type { Harvest, Usage } from '../../read/harvest.ts';
import { byDayAndModel, costNumbers, type DayUse } from './day-use.ts';
import { addPacked, packed, type Packed } from './packed-sums.ts';
import type { SumNames, SumPart } from './sum-names.ts';

/** Writes what the perspectives sum up, packed, for each file: a file that changes is summed up alone. */
export function fileSums(db: Database, names: SumNames) {
  const inserts = bulkInsert(db, 'INSERT OR REPLACE INTO session_sums', 4);
  const find = db.prepare('SELECT sums FROM session_sums WHERE part = ? AND session = ? AND file_id = ?');

  const put = (part: SumPart, session: number, file: number, packed: Packed): void => {
    if (packed !== '') inserts.add(part, session, file, packed);
  };

  const packTools = ({ toolCounts }: Harvest): Packed => {
    let text = '';
    for (const [tool, count] of toolCounts) text = packed(text, names.numberOf('tools', tool), count);
    return text;
  };
  const packTransitions = ({ transitions }: Harvest): Packed => {
    let text = '';
    for (const [from, to, count] of transitions)
      text = packed(text, names.numberOf('transitions', from, to), count);
    return text;
  };
  const packWeeks = ({ weeks }: Harvest): Packed => {
    let text = '';
    for (const [week, tool, count] of weeks) text = packed(text, names.numberOf('weeks', week, tool), count);
    return text;
  };
  const packFiles = ({ files }: Harvest): Packed => {
    let text = '';
    for (const [path, count] of files) text = packed(text, names.numberOf('files', path), count);
    return text;
  };
  const packAll = (harvest: Harvest): [SumPart, Packed][] => [
    ['tools', packTools(harvest)],
    ['transitions', packTransitions(harvest)],
    ['weeks', packWeeks(harvest)],
    ['files', packFiles(harvest)],
  ];

  /** Returns all of them added up. */
  const putCosts = (session: number, file: number, uses: Iterable<DayUse>): number[] => {
    const all: number[] = [];
    let text = '';
    for (const use of uses) {
      const numbers = costNumbers(use);
      for (const [at, number] of numbers.entries()) all[at] = (all[at] ?? 0) + number;
      text = packed(text, names.numberOf('costs', use.day, use.model), numbers.join(' '));
    }
    put('costs', session, file, text);
    return all;
  };

  return {
    /** The sums of a file that has none yet. */
    add: (session: number, file: number, harvest: Harvest): void => {
      for (const [part, sums] of packAll(harvest)) put(part, session, file, sums);
    },
    /** Adds to the sums of a file that has grown. */
    grow: (session: number, file: number, harvest: Harvest): void => {
      for (const [part, sums] of packAll(harvest)) {
        const known = find.get(part, session, file) as { sums: Packed } | undefined;
        put(part, session, file, known === undefined ? sums : addPacked(known.sums, sums));
      }
    },
    addCosts: (session: number, file: number, usage: readonly Usage[]): number[] =>
      putCosts(session, file, byDayAndModel(usage)),
    /** Sums up from its rows what a file has cost: some of them count in another file. */
    recount: (file: number): void => {
      const session = db.get<{ session: number | null }>(
        'SELECT session FROM files WHERE id = ?',
        file,
      )?.session;
      if (session === undefined || session === null) return;
      db.run("DELETE FROM session_sums WHERE part = 'costs' AND session = ? AND file_id = ?", session, file);
      putCosts(session, file, db.all<DayUse>(COUNTED_USE, file));
    },
    flush: (): void => {
      names.flush();
      inserts.flush();
    },
  };
}

const COUNTED_USE = `
  SELECT coalesce(substr(timestamp, 1, 10), '') AS day, model, count(*) AS messages, sum(input_tokens) AS input,
    sum(output_tokens) AS output, sum(cache_write_tokens) AS cacheWrite, sum(cache_read_tokens) AS cacheRead
  FROM usage WHERE file_id = ? AND counted GROUP BY 1, 2`;

const PARTS: readonly SumPart[] = ['tools', 'transitions', 'weeks', 'files', 'costs'];

export function dropFileSums(db: Database, session: number, file: number): void {
  for (const part of PARTS)
    db.run('DELETE FROM session_sums WHERE part = ? AND session = ? AND file_id = ?', part, session, file);
}
