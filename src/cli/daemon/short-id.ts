import type { WorkIdParts } from '../../work/ids.ts';

/** `42`, `#42`, `pr 42`, `app#42`, `pr org/app#42`: a number, and words that say whose. */
export interface ShortId {
  number: number;
  /** Each is a type or a repository's name, whole or without its owner. */
  words: string[];
}

/** What a bare number means: items that the forge has under that number, not those of our own journal. */
const NUMBERED_BY_FORGE: readonly string[] = ['issue', 'pr', 'merge'];

/** Undefined: not a short id, but perhaps a whole one or the beginning of one. */
export function parseShortId(text: string): ShortId | undefined {
  if (text.split(':').length > 2) return undefined;
  const words = text.split(/[\s#:]+/).filter((word) => word !== '');
  const number = words.pop() ?? '';
  if (!/^[1-9]\d{0,9}$/.test(number) || words.length > 2) return undefined;
  return { number: Number(number), words: words.map((word) => word.toLowerCase()) };
}

/** Those of the items that it can mean. */
export function meant<T extends Omit<WorkIdParts, 'number'>>({ words }: ShortId, items: readonly T[]): T[] {
  const fitting = items.filter((item) =>
    words.every((word) => word === item.type || isNameOf(word, item.repo)),
  );
  const ofForge = fitting.filter(({ type }) => NUMBERED_BY_FORGE.includes(type));
  const typed = words.some((word) => items.some(({ type }) => type === word));
  return typed || ofForge.length === 0 ? fitting : ofForge;
}

/** The one item of these repositories that it would be, though nothing is recorded of it yet. */
export function unseenBy({ words }: ShortId, repos: readonly string[]): Omit<WorkIdParts, 'number'>[] {
  const type = words.find((word) => NUMBERED_BY_FORGE.includes(word)) ?? 'issue';
  const names = words.filter((word) => word !== type);
  return repos.filter((repo) => names.every((name) => isNameOf(name, repo))).map((repo) => ({ type, repo }));
}

/**
 * The words of a command line that are the id, and those after it. `pr 42` is two words: a type is followed by its
 * number.
 */
export function idAndRest(args: readonly string[]): { id: string; rest: string[] } {
  const [first = '', second = '', ...more] = args;
  const two = /^[a-z][a-z-]*$/i.test(first) && /^([\w./-]*#)?\d+$/.test(second);
  return two ? { id: `${first} ${second}`, rest: more } : { id: first, rest: args.slice(1) };
}

function isNameOf(word: string, repo: string): boolean {
  return `/${repo.toLowerCase()}`.endsWith(`/${word}`);
}
