import { firstError, syntaxOf, type Syntax } from '../grammar.ts';

/**
 * The syntax tree of a Kotlin file. The grammar has two gaps, both closed without moving a single
 * character: it does not know `fun interface`, and it needs a line break before some closing braces.
 */
export function kotlinSyntax(text: string): Syntax {
  const known = text.replace(/\bfun(?=\s+interface\b)/g, '   ');
  const root = syntaxOf('kotlin', known);
  if (firstError(root) === undefined) return root;
  const broken = syntaxOf('kotlin', known.replace(/ \}/g, '\n}'));
  return firstError(broken) === undefined ? broken : root;
}
