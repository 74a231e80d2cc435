import type { Database } from '../../host/sqlite.ts';
import { SUM_COLUMNS } from './sums.ts';

const ROWS = ['files', 'prompts', 'tool_uses', 'file_edits', 'usage'];

/** Takes over what a thread has put into a file of its own. */
export function mergePart(db: Database, path: string): void {
  db.run('ATTACH ? AS part', path);
  db.raw.exec('BEGIN');
  for (const table of ROWS) db.raw.exec(`INSERT INTO ${table} SELECT * FROM part.${table}`);
  // A session and its sub-agents may have been read by different threads.
  for (const [table, columns] of Object.entries(SUM_COLUMNS)) {
    const sums = columns.map((name) => `${name} = ${name} + excluded.${name}`).join(', ');
    db.raw.exec(
      `INSERT INTO ${table} SELECT * FROM part.${table} WHERE true ON CONFLICT DO UPDATE SET ${sums}`,
    );
  }
  db.raw.exec('COMMIT; DETACH part');
}
