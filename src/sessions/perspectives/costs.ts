import { addedCosts } from '../index/sums/add-sums.ts';
import { choice, count } from './params.ts';
import type { Perspective } from './perspective.ts';

const TOKENS = 'input_tokens + output_tokens + cache_write_tokens + cache_read_tokens';
const ROW = `messages, input_tokens, output_tokens, cache_write_tokens, cache_read_tokens, ${TOKENS} AS tokens,
  CASE WHEN unpriced_tokens > 0 AND cost = 0 THEN NULL ELSE cost END AS cost_usd, unpriced_tokens`;
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
        sql: `SELECT id AS session_id, ${ROW} FROM (SELECT *, priced_cost AS cost FROM sessions)
          WHERE messages > 0${chosen.byKey('key')} ${order}`,
        values: [...chosen.values, most],
      };
    const part = by === 'model' ? 'model' : 'day';
    return {
      sql: `SELECT ${part}, sessions, ${ROW} FROM ${addedCosts(part, chosen.keys)} ${order}`,
      values: [...chosen.values, most],
    };
  },
};
