import { addedSums } from '../index/sums/add-sums.ts';
import { count } from './params.ts';
import type { Perspective } from './perspective.ts';

export const hotfiles: Perspective = {
  name: 'hotfiles',
  about: 'which files are edited most',
  params: { top: count('how many files', 20) },
  query: ({ top }, chosen) => ({
    sql: `SELECT first AS file_path, count AS edit_count, sessions AS session_count
      FROM ${addedSums('files', chosen.keys, '?')} ORDER BY edit_count DESC, file_path LIMIT ?`,
    values: [...chosen.values, top ?? -1, top ?? -1],
  }),
};
