import { bulkInsert } from '../../../host/db/bulk-insert.ts';
import type { Database } from '../../../host/db/sqlite.ts';

/** What sums are kept of; each has names of its own. */
export type SumPart = 'tools' | 'transitions' | 'weeks' | 'files' | 'costs';

/** The names that sums stand under (a tool, a pair of tools, a path …) as small numbers. */
export interface SumNames {
  numberOf: (part: SumPart, first: string, second?: string) => number;
  flush: () => void;
}

type Numbers = Map<string, Map<string, number>>;

export function sumNames(db: Database): SumNames {
  const last = db.get<{ id: number | null }>('SELECT max(id) AS id FROM sum_names')?.id ?? 0;
  const find = db.prepare('SELECT id FROM sum_names WHERE part = ? AND first = ? AND second = ?');
  const inserts = bulkInsert(db, 'INSERT INTO sum_names', 4);
  const known: Record<SumPart, Numbers> = {
    tools: new Map(),
    transitions: new Map(),
    weeks: new Map(),
    files: new Map(),
    costs: new Map(),
  };
  let newest = last;

  const learn = (part: SumPart, first: string, second: string): number => {
    // An index that is being built knows no name that is not known here.
    const found = last === 0 ? undefined : (find.get(part, first, second) as { id: number } | undefined);
    if (found !== undefined) return found.id;
    newest += 1;
    inserts.add(newest, part, first, second);
    return newest;
  };

  return {
    numberOf: (part, first, second = '') => {
      let numbers = known[part].get(first);
      if (numbers === undefined) {
        numbers = new Map();
        known[part].set(first, numbers);
      }
      let number = numbers.get(second);
      if (number === undefined) {
        number = learn(part, first, second);
        numbers.set(second, number);
      }
      return number;
    },
    flush: inserts.flush,
  };
}
