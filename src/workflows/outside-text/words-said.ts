import { plainLines } from './plain-lines.ts';

/** What a person can tell us in a comment, by the words of the command line. */
export const WORDS = ['retry', 'stop', 'skip', 'approve', 'answer', 'why'] as const;

export interface WordSaid {
  word: (typeof WORDS)[number];
  /** What follows `answer`, to the end of the comment. */
  text: string;
}

const LINE = /^\/autodev(?:\s+(\S+))?(?:\s+(.*))?$/i;

/** The first `/autodev …` that somebody said themselves; `unknown` when we know no such word. Pure. */
export function wordSaid(body: string): WordSaid | 'unknown' | undefined {
  const lines = plainLines(body);
  const at = lines.findIndex((line) => LINE.test(line));
  if (at === -1) return undefined;
  const [, said = '', rest = ''] = LINE.exec(lines[at] ?? '') ?? [];
  const word = WORDS.find((each) => each === said.toLowerCase());
  if (word === undefined) return 'unknown';
  const text = word === 'answer' ? [rest, ...lines.slice(at + 1)].join('\n').trim() : rest.trim();
  if (word === 'answer' ? text === '' : text !== '') return 'unknown';
  return { word, text };
}

/** A comment that says nothing else is no part of the conversation. */
export function isOnlyWords(body: string): boolean {
  const said = wordSaid(body);
  if (said === undefined) return false;
  if (said !== 'unknown' && said.word === 'answer')
    return LINE.test(plainLines(body).find((l) => l !== '') ?? '');
  return plainLines(body).every((line) => line === '' || LINE.test(line));
}
