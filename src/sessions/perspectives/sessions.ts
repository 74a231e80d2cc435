import { count, text } from './params.ts';
import type { Perspective } from './perspective.ts';

const ROW = `id, first_ts, last_ts, prompt_count, tool_use_count, duration_minutes, first_prompt_snippet AS first_prompt`;

export const sessions: Perspective = {
  name: 'sessions',
  about: 'the latest sessions',
  params: { top: count('how many sessions', 20) },
  query: ({ top }, chosen) => ({
    sql: `SELECT ${ROW} FROM sessions WHERE true${chosen.byKey('key')} ORDER BY last_ts DESC, id LIMIT ?`,
    values: [...chosen.values, top ?? null],
  }),
};

export const filteredSessions: Perspective = {
  name: 'filtered-sessions',
  about: 'sessions whose first prompt holds a text',
  params: {
    prompt_pattern: text('the text, taken literally'),
    top: count('how many sessions, the latest first', 50),
  },
  query: ({ prompt_pattern: pattern, top }, chosen) => ({
    sql: `SELECT ${ROW} FROM sessions WHERE ${pattern === undefined ? 'true' : 'instr(first_prompt_snippet, ?) > 0'}${chosen.byKey('key')}
      ORDER BY last_ts DESC, id LIMIT ?`,
    values: [...(pattern === undefined ? [] : [pattern]), ...chosen.values, top ?? null],
  }),
};
