import { choice, count } from './params.ts';
import type { Perspective } from './perspective.ts';

const SUMS = `sum(messages) AS messages, sum(input_tokens) AS input_tokens, sum(output_tokens) AS output_tokens,
  sum(cache_write_tokens) AS cache_write_tokens, sum(cache_read_tokens) AS cache_read_tokens,
  sum(input_tokens + output_tokens + cache_write_tokens + cache_read_tokens) AS tokens,
  CASE WHEN sum(unpriced_tokens) > 0 AND sum(cost) = 0 THEN NULL ELSE sum(cost) END AS cost_usd,
  sum(unpriced_tokens) AS unpriced_tokens`;
const ORDER: Readonly<Record<string, string>> = {
  day: 'day DESC',
  model: 'cost_usd DESC, tokens DESC, model',
  session: 'cost_usd DESC, tokens DESC, session_id',
};

/** Each answer of a model counts once. Tokens of a model without a known price are shown, never counted as free. */
export const costs: Perspective = {
  name: 'costs',
  about: 'tokens and dollars',
  params: {
    by: choice('what a row stands for', ['day', 'model', 'session'], 'day'),
    top: count('how many rows; all when left out'),
  },
  query: ({ by, top }, chosen) => {
    const order = `ORDER BY ${ORDER[String(by)] ?? '1'} LIMIT ?`;
    const most = top ?? -1;
    if (by === 'session')
      return {
        sql: `SELECT (SELECT id FROM sessions WHERE key = session) AS session_id, ${SUMS}
          FROM daily_costs WHERE true${chosen.byKey()} GROUP BY session ${order}`,
        values: [...chosen.values, most],
      };
    const part = by === 'model' ? 'model' : 'day';
    if (chosen.all)
      return {
        sql: `SELECT name AS ${part}, sessions, ${SUMS} FROM cost_totals WHERE part = ? GROUP BY name ${order}`,
        values: [part, most],
      };
    return {
      sql: `SELECT ${part}, count(DISTINCT session) AS sessions, ${SUMS}
        FROM daily_costs WHERE true${chosen.byKey()} GROUP BY ${part} ${order}`,
      values: [...chosen.values, most],
    };
  },
};
