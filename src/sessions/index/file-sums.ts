import { bulkInsert } from '../../host/bulk-insert.ts';
import type { Database } from '../../host/sqlite.ts';
import type { Harvest, Usage } from '../read/harvest.ts';
import { byDayAndModel, costNumbers, type DayUse } from './day-use.ts';
import { eachSum, pack, type Packed } from './packed-sums.ts';
import type { SumNames, SumPart } from './sum-names.ts';

type Sums = [name: number, sum: number][];

/** Writes what the perspectives sum up, packed, for each file: a file that changes is summed up alone. */
export function fileSums(db: Database, names: SumNames) {
  const inserts = bulkInsert(db, 'INSERT OR REPLACE INTO session_sums', 4);
  const find = db.prepare('SELECT sums FROM session_sums WHERE part = ? AND session = ? AND file_id = ?');

  const put = (part: SumPart, session: number, file: number, packed: Packed): void => {
    if (packed !== '') inserts.add(part, session, file, packed);
  };

  const sumsOf = (harvest: Harvest): [SumPart, Sums][] => [
    ['tools', harvest.toolCounts.map(([tool, count]) => [names.numberOf('tools', tool), count])],
    [
      'transitions',
      harvest.transitions.map(([from, to, count]) => [names.numberOf('transitions', from, to), count]),
    ],
    ['weeks', harvest.weeks.map(([week, tool, count]) => [names.numberOf('weeks', week, tool), count])],
    ['files', harvest.files.map(([path, count]) => [names.numberOf('files', path), count])],
  ];

  /** Returns all of them added up. */
  const putCosts = (session: number, file: number, uses: Iterable<DayUse>): number[] => {
    const all: number[] = [];
    const packed: [name: number, numbers: string][] = [];
    for (const use of uses) {
      const numbers = costNumbers(use);
      for (const [at, number] of numbers.entries()) all[at] = (all[at] ?? 0) + number;
      packed.push([names.numberOf('costs', use.day, use.model), numbers.join(' ')]);
    }
    put('costs', session, file, pack(packed));
    return all;
  };

  return {
    /** The sums of a file that has none yet. */
    add: (session: number, file: number, harvest: Harvest): void => {
      for (const [part, sums] of sumsOf(harvest)) put(part, session, file, pack(sums));
    },
    /** Adds to the sums of a file that has grown. */
    grow: (session: number, file: number, harvest: Harvest): void => {
      for (const [part, sums] of sumsOf(harvest)) {
        const known = find.get(part, session, file) as { sums: Packed } | undefined;
        const all = new Map<number, number>();
        if (known !== undefined)
          eachSum(`${session};${known.sums}`, undefined, (_, name, [sum = 0]) => all.set(name, sum));
        for (const [name, sum] of sums) all.set(name, (all.get(name) ?? 0) + sum);
        put(part, session, file, pack(all));
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
