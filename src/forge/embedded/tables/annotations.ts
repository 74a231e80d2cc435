import type { Database } from '../../../host/db/sqlite.ts';

export interface Annotation {
  path: string;
  start_line: number;
  end_line: number;
  start_column?: number | undefined;
  end_column?: number | undefined;
  annotation_level: 'notice' | 'warning' | 'failure';
  message: string;
  title?: string | undefined;
  raw_details?: string | undefined;
}

/** Each report adds to those before it, as on GitHub. */
export function addAnnotations(db: Database, runId: number, annotations: readonly Annotation[]): void {
  for (const annotation of annotations) {
    db.run(
      'INSERT INTO check_annotations (run_id, annotation) VALUES (?, ?)',
      runId,
      JSON.stringify(annotation),
    );
  }
}

export function annotationsOf(db: Database, runId: number): Annotation[] {
  return db
    .all<{ annotation: string }>(
      'SELECT annotation FROM check_annotations WHERE run_id = ? ORDER BY id',
      runId,
    )
    .map((row) => JSON.parse(row.annotation) as Annotation);
}

export function countAnnotations(db: Database, runId: number): number {
  return db.get<{ n: number }>('SELECT count(*) AS n FROM check_annotations WHERE run_id = ?', runId)?.n ?? 0;
}
