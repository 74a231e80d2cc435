import type { Value } from '../word.ts';
import { fail, skipBlanks, take, type Reading } from './reading.ts';
import type { SimpleCommand } from './script.ts';
import { readWord } from './words.ts';

const OPERATOR = /&>>|&>|<<<|<<-|<<|<&|<>|<|>>|>&|>\||>/y;

export function readRedirection(r: Reading, cmd: SimpleCommand): void {
  const kind = take(r, OPERATOR)?.[0] ?? fail('an unexpected &');
  skipBlanks(r);
  const target = readWord(r) ?? fail('a redirection to nothing');
  if (kind === '<<' || kind === '<<-') {
    // Its end is not expanded, whatever is written there.
    if (/[$`]/.test(target.raw)) fail('a here-document whose end is unclear');
    const into: Value = { text: '', doubt: 0 };
    cmd.input.push(into);
    r.pending.push({ end: target.text, strip: kind === '<<-', expand: !target.quoted, into });
  } else if (kind === '<<<') cmd.input.push(target);
  else cmd.redirects.push({ kind, target });
}
