import { choice, count } from './params.ts';
import type { Perspective } from './perspective.ts';

const GROUPS: Readonly<Record<string, string>> = {
  day: 'day',
  model: 'model',
  session: '(SELECT id FROM sessions WHERE key = session)',
};

/** Each answer of a model counts once. Tokens of a model without a known price are shown, never counted as free. */
export const costs: Perspective = {
  name: 'costs',
  about: 'tokens and dollars',
  params: {
    by: choice('what a row stands for', ['day', 'model', 'session'], 'day'),
    top: count('how many rows; all when left out'),
  },
  query: ({ by, top }, chosen) => ({
    sql: `SELECT ${GROUPS[String(by)] ?? 'day'} AS ${by === 'session' ? 'session_id' : by}, ${by === 'session' ? '' : 'count(DISTINCT session) AS sessions, '}sum(messages) AS messages,
        sum(input_tokens) AS input_tokens, sum(output_tokens) AS output_tokens,
        sum(cache_write_tokens) AS cache_write_tokens, sum(cache_read_tokens) AS cache_read_tokens,
        sum(input_tokens + output_tokens + cache_write_tokens + cache_read_tokens) AS tokens,
        CASE WHEN sum(unpriced_tokens) > 0 AND sum(cost) = 0 THEN NULL ELSE sum(cost) END AS cost_usd,
        sum(unpriced_tokens) AS unpriced_tokens
      FROM daily_costs WHERE true${chosen.byKey()} GROUP BY ${by === 'session' ? 'session' : by}
      ORDER BY ${by === 'day' ? 'day DESC' : 'cost_usd DESC, tokens DESC, 1'} LIMIT ?`,
    values: [...chosen.values, top ?? -1],
  }),
};
