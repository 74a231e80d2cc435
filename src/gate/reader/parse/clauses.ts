import { RISKY_VARIABLE } from '../risky-variables.ts';
import { CRAFTED, FROM_OUTSIDE, type Doubt } from '../word.ts';
import { RUNNING_INDEX } from './assignments.ts';
import { readArithmetic } from './expansions.ts';
import { skipLines } from './here-documents.ts';
import { META, fail, skipBlanks, take, type Reading } from './reading.ts';
import { readWord } from './words.ts';

/** What stands behind a word that opens a clause; the commands in it are read as others are. */
export const CLAUSES: Readonly<Record<string, (r: Reading) => void>> = {
  for: readFor,
  select: readFor,
  case: readCase,
  function: readFunction,
  '[[': readConditional,
};

function readFor(r: Reading): void {
  skipBlanks(r);
  if (r.src.startsWith('((', r.at)) {
    if (!readArithmetic(r, 2)) fail('a for loop that is not understood');
    return;
  }
  const name = readWord(r);
  if (name === null || RISKY_VARIABLE.test(name.text)) fail('a for loop that is not understood');
  skipLines(r);
  const back = r.at;
  let doubt: Doubt = CRAFTED;
  if (readWord(r)?.raw === 'in') doubt = readLoopWords(r);
  else r.at = back;
  r.vars.set(name.text, { text: '', doubt });
}

function readLoopWords(r: Reading): Doubt {
  let doubt = FROM_OUTSIDE;
  for (;;) {
    skipBlanks(r);
    const c = r.src[r.at] ?? '\n';
    const w = META.includes(c) && c !== '<' ? null : readWord(r);
    if (w === null) return doubt;
    if (w.doubt === CRAFTED || w.text.startsWith('-')) doubt = CRAFTED;
    r.listed.push(w);
  }
}

function readCase(r: Reading): void {
  skipBlanks(r);
  if (readWord(r) === null) fail('a case without a word');
  skipLines(r);
  if (readWord(r)?.raw !== 'in') fail('a case without in');
  for (;;) {
    skipLines(r);
    const bracket = r.src[r.at] === '(';
    if (bracket) r.at += 1;
    for (;;) {
      skipBlanks(r);
      const pattern = readWord(r) ?? fail('a case pattern that is not understood');
      if (!bracket && pattern.raw === 'esac') return;
      skipBlanks(r);
      if (r.src[r.at] !== '|') break;
      r.at += 1;
    }
    if (r.src[r.at] !== ')') fail('a case pattern that is not understood');
    r.at += 1;
    if (r.list(r, 'esac') === 'esac') return;
  }
}

function readFunction(r: Reading): void {
  skipBlanks(r);
  const name = readWord(r) ?? fail('a function without a name');
  r.functions.add(name.text);
  skipBlanks(r);
  take(r, /\(\s*\)/y);
}

function readConditional(r: Reading): void {
  for (;;) {
    skipLines(r);
    if (r.src[r.at] === undefined) fail('an unclosed [[');
    const w = readWord(r);
    if (w === null) r.at += 1;
    else if (w.raw === ']]') return;
    else if (RUNNING_INDEX.test(w.text)) fail('an index that runs a command');
  }
}
