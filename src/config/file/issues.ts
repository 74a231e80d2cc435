import type { z } from 'zod';
import { nearest } from '../../work/nearest.ts';
import { keyText } from '../keys/key-path.ts';
import { allKeys, isSecret, schemaAt, type JsonSchema } from '../keys/keys.ts';
import type { Problem } from './problem.ts';
import { valueAt, type Source } from './source.ts';

type Issue = z.core.$ZodIssue;

/** What zod found, in words and with lines. `root` is the schema the file was checked with. */
export function problemsOf(issues: readonly Issue[], source: Source, root: JsonSchema): Problem[] {
  return issues.flatMap((issue) => problemsOfIssue(issue, source, root));
}

function problemsOfIssue(issue: Issue, source: Source, root: JsonSchema): Problem[] {
  const path = issue.path as (string | number)[];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((name) => unknownKey(source, [...path, name], root));
  }
  if (issue.code === 'invalid_union') {
    const inner = closest(issue.errors);
    if (inner !== undefined) {
      return problemsOfIssue({ ...inner, path: [...path, ...inner.path] }, source, root);
    }
  }
  const expected = expectation(issue, schemaAt(path, root)?.type === 'integer');
  const written = valueAt(source.value, path);
  const got =
    written === undefined ? 'it is missing' : isSecret(path) ? 'not what is there' : `not ${show(written)}`;
  const quote =
    issue.code === 'invalid_type' &&
    issue.expected === 'string' &&
    typeof written !== 'object' &&
    written !== undefined
      ? '; put it in quotes'
      : '';
  return [
    {
      file: source.file,
      line: source.lineOf(path),
      key: keyText(path),
      message: `expected ${expected}, ${got}${quote}`,
      expected,
    },
  ];
}

/** Of several ways a value could have been right, the one it came nearest to: right kind, wrong inside. */
function closest(branches: readonly (readonly Issue[])[]): Issue | undefined {
  const first = branches.flatMap((issues) => issues.slice(0, 1));
  return first.find((issue) => issue.code !== 'invalid_type' || issue.path.length > 0) ?? first[0];
}

function unknownKey(source: Source, path: (string | number)[], root: JsonSchema): Problem {
  const name = String(path.at(-1));
  const siblings = Object.keys(schemaAt(path.slice(0, -1), root)?.properties ?? {});
  const guess = nearest(name, siblings);
  const elsewhere = allKeys(root).find(
    ({ key }) => key.endsWith(`.${name}`) && !key.startsWith('repo_defaults.'),
  )?.key;
  const message =
    guess !== undefined
      ? `unknown key; did you mean "${guess}"?`
      : elsewhere !== undefined
        ? `unknown key here; it belongs in ${elsewhere.slice(0, -name.length - 1)}`
        : `unknown key; known here: ${siblings.join(', ')}`;
  return {
    file: source.file,
    line: source.lineOf(path),
    key: keyText(path),
    message,
    expected: guess ?? elsewhere ?? siblings.join(' | '),
  };
}

const KINDS: Partial<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'keys and values',
};

function expectation(issue: Issue, whole: boolean): string {
  switch (issue.code) {
    case 'invalid_type':
      return KINDS[whole ? 'int' : issue.expected] ?? issue.expected;
    case 'invalid_value':
      return issue.values.length === 1 ? String(issue.values[0]) : `one of ${issue.values.join(' | ')}`;
    case 'too_small':
      return bound(
        whole ? 'int' : issue.origin,
        issue.inclusive === false ? 'above' : 'of at least',
        issue.minimum,
      );
    case 'too_big':
      return bound(
        whole ? 'int' : issue.origin,
        issue.inclusive === false ? 'below' : 'of at most',
        issue.maximum,
      );
    case 'invalid_format':
      return issue.format === 'url' ? `a URL${protocols(issue)}` : issue.message;
    default:
      return issue.message;
  }
}

function bound(origin: string, words: string, limit: number | bigint): string {
  if (origin === 'string') return 'text that is not empty';
  if (origin === 'array') return `a list ${words} ${limit} ${limit === 1 ? 'member' : 'members'}`;
  return `${origin === 'int' ? 'a whole number' : 'a number'} ${words} ${limit}`;
}

function protocols(issue: Issue): string {
  const pattern = 'pattern' in issue ? String(issue.pattern) : '';
  if (pattern.includes('postgres')) return ' that begins with postgres://';
  return pattern.includes('http') ? ' that begins with https:// or http://' : '';
}

function show(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'keys and values';
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
