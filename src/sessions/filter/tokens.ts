import { AutodevError } from '../../work/errors.ts';

export type Token =
  | { kind: 'word'; text: string; at: number } // a name or a keyword
  | { kind: 'name'; text: string; at: number } // a quoted name: never a keyword
  | { kind: 'either'; text: string; at: number } // in double quotes: a name or, as SQLite reads it, a string
  | { kind: 'string'; text: string; at: number }
  | { kind: 'number'; text: string; at: number }
  | { kind: 'mark'; text: string; at: number } // an operator or bracket
  | { kind: 'end'; text: ''; at: number };

const LONGEST = 4_000;
const SPACE = /\s+/y;
const WORD = /[A-Za-z_][A-Za-z0-9_]*/y;
const NUMBER = /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const STRING = /'(?:[^']|'')*'/y;
const EITHER = /"(?:[^"]|"")*"/y;
const NAME = /`[^`]+`|\[[^\]]+\]/y;
const MARK = /\|\||<=|>=|<>|!=|==|[=<>+\-*/%(),.]/y;

export function badFilter(filter: string, at: number, why: string): AutodevError {
  return new AutodevError(
    'invalid_input',
    `--session-filter is not a single expression over session columns`,
    {
      why: `${why}, at character ${at + 1}`,
      hint: `for example: first_prompt_snippet LIKE '[autodev]%' AND tool_use_count > 10`,
      data: { filter, at: at + 1 },
    },
  );
}

/** The words of a filter. What SQL has beyond expressions (`;`, comments, `@`, `?` …) has no token here. */
export function tokensOf(filter: string): Token[] {
  if (filter.length > LONGEST)
    throw badFilter(filter.slice(0, 80), LONGEST, `it is longer than ${LONGEST} characters`);
  const tokens: Token[] = [];
  let at = 0;
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(filter)?.[0];
  };
  while (at < filter.length) {
    const space = match(SPACE);
    if (space !== undefined) {
      at += space.length;
      continue;
    }
    if (filter.startsWith('--', at) || filter.startsWith('/*', at))
      throw badFilter(filter, at, 'a comment is not allowed');
    const found =
      token('string', match(STRING)) ??
      token('either', match(EITHER)) ??
      token('name', match(NAME)) ??
      token('number', match(NUMBER)) ??
      token('word', match(WORD)) ??
      token('mark', match(MARK));
    if (found === undefined)
      throw badFilter(
        filter,
        at,
        filter[at] === "'" ? 'a string does not end' : `${JSON.stringify(filter[at])} is not allowed`,
      );
    tokens.push({ ...found.token, at });
    at += found.length;
  }
  tokens.push({ kind: 'end', text: '', at });
  return tokens;
}

const QUOTE = { string: "'", either: '"' } as const;

function token(kind: Exclude<Token['kind'], 'end'>, raw: string | undefined) {
  if (raw === undefined) return undefined;
  let text = raw;
  if (kind === 'string' || kind === 'either')
    text = raw.slice(1, -1).replaceAll(QUOTE[kind] + QUOTE[kind], QUOTE[kind]);
  else if (kind === 'name') text = raw.slice(1, -1);
  return { token: { kind, text }, length: raw.length };
}
