import { addedSums } from '../index/sums/add-sums.ts';
import { text } from './params.ts';
import type { Chosen, Perspective } from './perspective.ts';

export const transitions: Perspective = {
  name: 'transitions',
  about: 'which tool follows a tool',
  params: {
    tool: text('the tool before, such as Edit or Bash:test; Bash stands for all Bash:*; any when left out'),
  },
  query: ({ tool }, chosen) => {
    const from = tool === undefined ? '' : ` AND (from_tool = ? OR (from_tool > ? AND from_tool < ?))`;
    // `Bash:` to just before `Bash;`: everything that begins with `Bash:`.
    const range = tool === undefined ? [] : [tool, `${tool}:`, `${tool};`];
    return {
      sql: `SELECT to_tool, sum(count) AS count, sum(count) * 1.0 / sum(sum(count)) OVER () AS probability
        FROM ${transitionsOf(chosen)} WHERE true${from} GROUP BY to_tool ORDER BY count DESC, to_tool`,
      values: [...chosen.values, ...range],
    };
  },
};

/** A table of `from_tool`, `to_tool` and `count`. */
export function transitionsOf(chosen: Chosen): string {
  return `(SELECT first AS from_tool, second AS to_tool, count FROM ${addedSums('transitions', chosen.keys)})`;
}
