import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument, visit, type Document } from 'yaml';
import { messageOf } from '../../work/errors.ts';
import type { Problem } from './problem.ts';

export type KeyPath = readonly (string | number)[];

/** One configuration file as it was written: its values, and the line each of them stands on. */
export interface Source {
  file: string;
  text: string;
  document: Document;
  /** Plain values. A key without a value (`daemon:`) counts as not written. */
  value: Record<string, unknown>;
  /** The line of a key, or of the nearest thing around it that was written. */
  lineOf(path: KeyPath): number;
  has(path: KeyPath): boolean;
}

/** Reads YAML and keeps the lines. Every mistake is a problem; with problems, values are a best guess. */
export function readSource(file: string, text: string): { source: Source; problems: Problem[] } {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, logLevel: 'error' });
  const lineAt = (offset: number) => Math.max(1, lines.linePos(offset).line);
  const problems: Problem[] = [...document.errors, ...document.warnings].map((error) => ({
    file,
    line: lineAt(error.pos[0]),
    key: '',
    message: `bad YAML: ${WORDS[error.code] ?? error.message}`,
  }));
  visit(document, {
    Alias: (_, alias) => {
      if (alias.resolve(document) !== undefined) return;
      const line = lineAt(alias.range?.[0] ?? 0);
      problems.push({ file, line, key: '', message: `bad YAML: nothing is named &${alias.source}` });
    },
  });
  let plain: unknown = {};
  if (problems.length === 0) {
    try {
      plain = withoutNulls(document.toJS({ maxAliasCount: 100 })) ?? {};
    } catch (error) {
      problems.push({ file, line: 1, key: '', message: `bad YAML: ${messageOf(error)}` });
    }
  }
  if (!isPlainObject(plain)) {
    problems.push({ file, line: 1, key: '', message: 'expected keys and values, such as "language: en"' });
    plain = {};
  }
  const value = plain as Record<string, unknown>;
  return {
    source: {
      file,
      text,
      document,
      value,
      lineOf: (path) => lineAt(offsetOf(document, path)),
      has: (path) => valueAt(value, path) !== undefined,
    },
    problems,
  };
}

const WORDS: Partial<Record<string, string>> = {
  DUPLICATE_KEY: 'this key is there twice',
  MULTIPLE_DOCS: 'one document is expected, "---" begins a second one',
};

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function valueAt(value: unknown, path: KeyPath): unknown {
  let at = value;
  for (const part of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, part)) return undefined;
    at = (at as Record<string | number, unknown>)[part];
  }
  return at;
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => (inner === null ? [] : [[key, withoutNulls(inner)]])),
  );
}

function offsetOf(document: Document, path: KeyPath): number {
  let node: unknown = document.contents;
  let offset = 0;
  for (const part of path) {
    if (isAlias(node)) node = node.resolve(document);
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === String(part));
      if (pair === undefined) break;
      if (isScalar(pair.key)) offset = pair.key.range?.[0] ?? offset;
      node = pair.value;
    } else if (isSeq(node)) {
      const item = node.items[Number(part)];
      const range = (item as { range?: [number, number, number] } | undefined)?.range;
      if (range === undefined) break;
      offset = range[0];
      node = item;
    } else break;
  }
  return offset;
}
