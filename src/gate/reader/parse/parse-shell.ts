import { readCommand } from './commands.ts';
import { readArithmetic } from './expansions.ts';
import { passLineEnd } from './here-documents.ts';
import { fail, skipBlanks, type Reading, type Stop } from './reading.ts';
import type { Script } from './script.ts';

/**
 * Reads POSIX shell with the common parts of bash and gives every simple command it may run, whatever the
 * condition around it: those in substitutions, subshells, functions, loops and here-documents too.
 * What it does not understand throws Unclear.
 */
export function parseShell(text: string, known: Readonly<Record<string, string>>): Script {
  const given = Object.entries(known).map(
    ([name, value]) => [name, { text: value, doubt: 0 as const, given: true }] as const,
  );
  const reading: Reading = {
    src: text,
    at: 0,
    commands: [],
    functions: new Set(),
    listed: [],
    vars: new Map(given),
    pending: [],
    attempts: 0,
    list: readList,
  };
  readList(reading, null);
  return reading;
}

/** Commands up to `stop`. Gives 'esac' when that word ended it. */
function readList(r: Reading, stop: Stop): 'esac' | undefined {
  let piped = false;
  for (;;) {
    skipBlanks(r);
    const c = r.src[r.at];
    const next = r.src[r.at + 1];
    if (c === undefined) {
      if (stop !== null) fail(`a missing ${stop}`);
      if (r.pending.length > 0) fail('a here-document without an end');
      return undefined;
    }
    if (c === '\n') passLineEnd(r);
    else if (c === ')') {
      if (stop !== ')') fail('an unexpected )');
      r.at += 1;
      return undefined;
    } else if (c === ';' && (next === ';' || next === '&')) {
      if (stop !== 'esac') fail('an unexpected ;;');
      r.at += r.src.startsWith(';;&', r.at) ? 3 : 2;
      return undefined;
    } else if (c === '|') {
      piped = next !== '|';
      r.at += next === '|' || next === '&' ? 2 : 1;
    } else if (c === ';' || (c === '&' && next !== '>')) {
      r.at += c === '&' && next === '&' ? 2 : 1;
      piped = false;
    } else if (c === '(') {
      readSubshell(r);
      piped = false;
    } else {
      if (readCommand(r, piped, stop) === 'esac') return 'esac';
      piped = false;
    }
  }
}

function readSubshell(r: Reading): void {
  if (r.src[r.at + 1] === '(' && readArithmetic(r, 2)) return;
  r.at += 1;
  readList(r, ')');
}
