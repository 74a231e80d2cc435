/** What a filter may name: the columns of `sessions`, and `session_id` for its `id`. */
const COLUMNS: Readonly<Record<string, string>> = {
  id: 'id',
  session_id: 'id',
  agent: 'agent',
  project: 'project',
  file: 'file',
  first_ts: 'first_ts',
  last_ts: 'last_ts',
  duration_minutes: 'duration_minutes',
  prompt_count: 'prompt_count',
  tool_use_count: 'tool_use_count',
  first_prompt_snippet: 'first_prompt_snippet',
  first_prompt: 'first_prompt_snippet',
  input_tokens: 'input_tokens',
  output_tokens: 'output_tokens',
  cache_write_tokens: 'cache_write_tokens',
  cache_read_tokens: 'cache_read_tokens',
  tokens: 'tokens',
  cost: 'cost',
};

export const COLUMN_NAMES = Object.keys(COLUMNS);

export function columnOf(name: string): string | undefined {
  const key = name.toLowerCase();
  return Object.hasOwn(COLUMNS, key) ? COLUMNS[key] : undefined;
}

/** Functions a filter may call, with the least and most arguments. None makes large values or takes long. */
const FUNCTIONS: Readonly<Record<string, readonly [number, number]>> = {
  abs: [1, 1],
  coalesce: [2, 8],
  date: [1, 4],
  datetime: [1, 4],
  glob: [2, 2],
  ifnull: [2, 2],
  iif: [3, 3],
  instr: [2, 2],
  julianday: [1, 4],
  length: [1, 1],
  like: [2, 2],
  lower: [1, 1],
  ltrim: [1, 2],
  max: [2, 8],
  min: [2, 8],
  nullif: [2, 2],
  round: [1, 2],
  rtrim: [1, 2],
  strftime: [2, 5],
  substr: [2, 3],
  substring: [2, 3],
  time: [1, 4],
  trim: [1, 2],
  unixepoch: [1, 4],
  upper: [1, 1],
};

export function argumentsOf(name: string): readonly [number, number] | undefined {
  const key = name.toLowerCase();
  return Object.hasOwn(FUNCTIONS, key) ? FUNCTIONS[key] : undefined;
}
