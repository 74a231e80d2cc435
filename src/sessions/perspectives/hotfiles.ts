import { count } from './params.ts';
import type { Perspective } from './perspective.ts';

export const hotfiles: Perspective = {
  name: 'hotfiles',
  about: 'which files are edited most',
  params: { top: count('how many files', 20) },
  query: ({ top }, chosen) => ({
    sql: `SELECT file_path, sum(edit_count) AS edit_count, count(*) AS session_count FROM hot_files
      WHERE true${chosen.byKey()} GROUP BY file_path ORDER BY edit_count DESC, file_path LIMIT ?`,
    values: [...chosen.values, top ?? null],
  }),
};
