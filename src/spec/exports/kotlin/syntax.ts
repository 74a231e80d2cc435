import { firstError, syntaxOf, type Syntax } from '../grammar.ts';
import { blankBodies } from './blank-bodies.ts';

/**
 * The syntax tree of a Kotlin file. The grammar has gaps (`fun interface`, `..<`, some one-line bodies),
 * and one of them inside a body can swallow a whole class. They are closed without moving a character.
 */
export function kotlinSyntax(text: string): Syntax {
  const known = text.replace(/\bfun(?=\s+interface\b)/g, '   ');
  const root = syntaxOf('kotlin', known);
  if (firstError(root) === undefined) return root;
  const outline = blankBodies(known)
    .replace(/\.\.</g, '.. ')
    .replace(/ \}/g, '\n}')
    .replace(/\} (?=[\w@])/g, '}\n');
  const plain = syntaxOf('kotlin', outline);
  return firstError(plain) === undefined ? plain : root;
}
