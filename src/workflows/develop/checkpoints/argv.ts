import { AutodevError } from '../../../work/errors.ts';

/**
 * The words of a command line that needs no shell. Quotes group words; anything only a shell could do is refused,
 * so that a plan cannot smuggle a second command in.
 */
export function argv(line: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote: string | undefined;
  for (let at = 0; at < line.length; at += 1) {
    const c = line[at] as string;
    if (quote !== undefined) {
      if (c === quote) quote = undefined;
      else if (c === '\\' && quote === '"' && /["\\]/.test(line[at + 1] ?? ''))
        word += line[(at += 1)] as string;
      else word = (word ?? '') + c;
    } else if (c === '"' || c === "'") {
      quote = c;
      word ??= '';
    } else if (/\s/.test(c)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (/[;&|<>`$(){}*?[\]~#\\]/.test(c)) {
      throw new AutodevError('invalid_input', `"${line}" needs a shell because of ${c}`, {
        why: 'validation commands are run without one',
        hint: 'quote it, or put the commands into a script of the project and name that',
      });
    } else word = (word ?? '') + c;
  }
  if (quote !== undefined)
    throw new AutodevError('invalid_input', `"${line}" has a quote that is not closed`);
  if (word !== undefined) words.push(word);
  if (words.length === 0) throw new AutodevError('invalid_input', 'the validation command is empty');
  return words;
}
