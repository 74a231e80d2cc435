import { bulkInsert } from '../../../host/db/bulk-insert.ts';
import type { Database } from '../../../host/db/sqlite.ts';
import { renumber } from '../sums/packed-sums.ts';
import type { SumNames, SumPart } from '../sums/sum-names.ts';

const ROWS = ['files', 'prompts', 'tool_uses', 'file_edits', 'usage', 'sessions'];

/** Takes over what threads have put into files of their own. */
export function mergeParts(db: Database, paths: readonly string[], names: SumNames): void {
  for (const path of paths) {
    db.run('ATTACH ? AS part', path);
    db.raw.exec('BEGIN');
    for (const table of ROWS) db.raw.exec(`INSERT INTO ${table} SELECT * FROM part.${table}`);
    mergeSums(db, names);
    db.raw.exec('COMMIT; DETACH part');
  }
}

/** A thread has numbered names in its own way: they get the numbers that they have here. */
function mergeSums(db: Database, names: SumNames): void {
  const numbers: string[] = [];
  const named = db.all<{ id: number; part: SumPart; first: string; second: string }>(
    'SELECT id, part, first, second FROM part.sum_names',
  );
  for (const { id, part, first, second } of named) numbers[id] = String(names.numberOf(part, first, second));
  names.flush();
  const inserts = bulkInsert(db, 'INSERT INTO session_sums', 4);
  for (const row of db.prepare('SELECT part, session, file_id, sums FROM part.session_sums').iterate())
    inserts.add(
      row['part'] as string,
      row['session'] as number,
      row['file_id'] as number,
      renumber(row['sums'] as string, numbers),
    );
  inserts.flush();
}
