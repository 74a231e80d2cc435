import type { Database } from '../../../host/db/sqlite.ts';

/** The log of a GitHub Actions job; undefined while nobody has handed one in. */
export function logOf(db: Database, runId: number): string | undefined {
  return db.get<{ text: string }>('SELECT text FROM job_logs WHERE run_id = ?', runId)?.text;
}

export function writeLog(db: Database, runId: number, text: string): void {
  db.run(
    'INSERT INTO job_logs (run_id, text) VALUES (?, ?) ON CONFLICT (run_id) DO UPDATE SET text = excluded.text',
    runId,
    text,
  );
}
