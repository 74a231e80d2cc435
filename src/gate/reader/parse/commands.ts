import { names, entryOf } from '../names.ts';
import { CRAFTED, type Word } from '../word.ts';
import { assignmentOf, keepVariables, passArray } from './assignments.ts';
import { CLAUSES } from './clauses.ts';
import { fail, skipBlanks, take, type Reading, type Stop } from './reading.ts';
import { readRedirection } from './redirections.ts';
import type { SimpleCommand } from './script.ts';
import { readWord } from './words.ts';

const COMMANDS_CAP = 5_000;
const OPENERS = names('if then elif else fi while until do done { } ! time');
const ARRAY = /^[A-Za-z_]\w*(\[[^\]]*\])?\+?=$/;

/** A command while it is read. */
interface Open {
  cmd: SimpleCommand;
  lastAssign?: Word;
  arrays: Set<Word>;
  stop: Stop;
}

/** One simple command, with the words around it that open and close clauses. */
export function readCommand(r: Reading, piped: boolean, stop: Stop): 'esac' | undefined {
  const open: Open = {
    cmd: { words: [], assigns: [], redirects: [], input: [], piped },
    arrays: new Set(),
    stop,
  };
  let ended: 'esac' | 'break' | undefined;
  while (ended === undefined) {
    skipBlanks(r);
    const c = r.src[r.at];
    if (c === undefined || '\n;|)'.includes(c) || (c === '&' && r.src[r.at + 1] !== '>')) break;
    if (c === '(') ended = readBracket(r, open);
    else if (c === '&' || ((c === '<' || c === '>') && r.src[r.at + 1] !== '(')) readRedirection(r, open.cmd);
    else ended = readNextWord(r, open, c);
  }
  keepCommand(r, open);
  return ended === 'esac' ? 'esac' : undefined;
}

function keepCommand(r: Reading, { cmd, arrays }: Open): void {
  keepVariables(r, cmd, arrays);
  if (cmd.words.length + cmd.assigns.length + cmd.redirects.length > 0) r.commands.push(cmd);
  if (r.commands.length > COMMANDS_CAP) fail('too many commands');
}

/** A bracket behind a word: an array, or a function that begins. */
function readBracket(r: Reading, { cmd, lastAssign, arrays }: Open): 'break' | undefined {
  const last = cmd.words.at(-1) ?? lastAssign;
  // In zsh `=(...)` alone runs what is in it.
  if (last !== undefined && ARRAY.test(last.raw) && r.src[r.at - 1] === '=') {
    arrays.add(last);
    passArray(r);
    const set = cmd.assigns.at(-1);
    if (lastAssign === last && set !== undefined) set.value.doubt = CRAFTED;
    return undefined;
  }
  const [name] = cmd.words;
  if (name === undefined || cmd.words.length > 1 || take(r, /\(\s*\)/y) === null) fail('an unexpected (');
  r.functions.add(name.text);
  cmd.words = [];
  skipBlanks(r);
  return r.src[r.at] === '(' ? 'break' : undefined;
}

function readNextWord(r: Reading, open: Open, c: string): 'esac' | 'break' | undefined {
  const { cmd, stop } = open;
  const w = readWord(r) ?? fail(`the character ${JSON.stringify(c)}`);
  const next = r.src[r.at];
  if (/^(\d+|\{\w+\})$/.test(w.raw) && (next === '<' || next === '>')) {
    readRedirection(r, cmd);
    return undefined;
  }
  if (cmd.words.length === 0) {
    if (cmd.assigns.length === 0) {
      if (OPENERS.has(w.raw)) return passOpener(r, w.raw);
      if (w.raw === 'esac') return stop === 'esac' ? 'esac' : fail('an unexpected esac');
      const clause = entryOf(CLAUSES, w.raw);
      if (clause !== undefined) {
        clause(r);
        return undefined;
      }
    }
    const set = assignmentOf(r, w);
    if (set !== undefined) {
      cmd.assigns.push(set);
      open.lastAssign = w;
      return undefined;
    }
  }
  // A brace closes without a `;` in zsh, and names the body of a coproc in bash.
  if (cmd.words.length > 0 && /^[{}]$/.test(w.raw)) fail('a lone brace');
  cmd.words.push(w);
  return undefined;
}

function passOpener(r: Reading, word: string): 'break' | undefined {
  skipBlanks(r);
  if (word === 'time' && r.src.startsWith('-p', r.at)) r.at += 2;
  skipBlanks(r);
  return r.src[r.at] === '(' ? 'break' : undefined;
}
