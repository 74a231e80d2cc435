import { addedSums } from '../index/sums/add-sums.ts';
import { count } from './params.ts';
import type { Perspective } from './perspective.ts';

export const toolFrequency: Perspective = {
  name: 'tool-frequency',
  about: 'which tools are used most',
  params: { top: count('how many tools', 10) },
  query: ({ top }, chosen) => ({
    sql: `SELECT first AS tool, count AS frequency, sessions FROM ${addedSums('tools', chosen.keys)}
      ORDER BY frequency DESC, tool LIMIT ?`,
    values: [...chosen.values, top ?? null],
  }),
};
