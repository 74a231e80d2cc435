import { CRAFTED, type Word } from '../word.ts';
import { passLineEnd } from './here-documents.ts';
import { fail, skipBlanks, type Reading } from './reading.ts';
import type { Assignment, SimpleCommand } from './script.ts';
import { readWord } from './words.ts';

/** An array index with a substitution: bash runs it wherever it evaluates a number or a variable's name. */
export const RUNNING_INDEX = /\[[^\][]*(\$\(|`|\$\{)/;
const DECLARES = /^(export|declare|typeset|local|readonly)$/;
const FILLS = /^(read|mapfile|readarray|getopts|printf)$/;

/** The assignment a word is, if it is one. */
export function assignmentOf(r: Reading, w: Word): Assignment | undefined {
  const [, name, index, plus] = /^([A-Za-z_]\w*)(\[[^\]]*\])?(\+?)=/.exec(w.raw) ?? [];
  if (name === undefined) return undefined;
  const value = { text: w.text.slice(w.text.indexOf('=') + 1), doubt: w.doubt };
  if (RUNNING_INDEX.test(value.text)) fail('an index that runs a command');
  const earlier = r.vars.get(name);
  // Set twice, or in part: which value holds depends on what runs, so none is sure.
  if (index || plus || (earlier !== undefined && !earlier.given)) value.doubt = CRAFTED;
  return { name, value };
}

/** The values between the brackets of `name=( … )`. */
export function passArray(r: Reading): void {
  for (r.at += 1; ;) {
    skipBlanks(r);
    if (r.src[r.at] === '\n') passLineEnd(r);
    else if (r.src[r.at] === ')') break;
    else if (readWord(r) === null) fail('an array that is not understood');
  }
  r.at += 1;
}

/** What the variables hold behind a command. `arrays` are words whose value is one. */
export function keepVariables(r: Reading, cmd: SimpleCommand, arrays: ReadonlySet<Word>): void {
  const [first, ...rest] = cmd.words;
  if (first === undefined) for (const { name, value } of cmd.assigns) r.vars.set(name, value);
  else if (DECLARES.test(first.text))
    for (const w of rest) {
      const set = assignmentOf(r, w);
      if (set === undefined) continue;
      if (arrays.has(w)) set.value.doubt = CRAFTED;
      r.vars.set(set.name, set.value);
      cmd.assigns.push(set);
    }
  else if (FILLS.test(first.text))
    for (const w of rest) if (/^[A-Za-z_]\w*$/.test(w.text)) r.vars.set(w.text, { text: '', doubt: CRAFTED });
}
