import { searchQuery } from '../index/search-text.ts';
import { choice, count, text } from './params.ts';
import type { Perspective } from './perspective.ts';

export const prompts: Perspective = {
  name: 'prompts',
  about: 'what was asked; with search, full text over all prompts',
  params: {
    search: text('words that must all occur'),
    role: choice('who wrote it', ['human', 'system', 'all'], 'human'),
    top: count('how many prompts, the latest first', 20),
  },
  query: ({ search, role, top }, chosen) => {
    const found = search === undefined ? undefined : searchQuery(String(search));
    const conditions = [
      ...(role === 'all' ? [] : [' AND role = ?']),
      ...(search === undefined
        ? []
        : found === undefined
          ? // Only signs, no words: those are not in the full-text index.
            [' AND instr(text, ?) > 0']
          : [' AND id IN (SELECT rowid FROM prompt_search WHERE prompt_search MATCH ?)']),
    ];
    return {
      sql: `SELECT session_id, timestamp, char_count, role, substr(text, 1, 200) AS snippet FROM prompts
        WHERE true${conditions.join('')}${chosen.byId()} ORDER BY timestamp DESC, id DESC LIMIT ?`,
      values: [
        ...(role === 'all' ? [] : [role ?? 'human']),
        ...(search === undefined ? [] : [found ?? search]),
        ...chosen.values,
        top ?? null,
      ],
    };
  },
};
