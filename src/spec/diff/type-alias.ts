import { BracketReader } from '../parse/symbol/brackets.ts';

const PYTHON_COLLECTIONS = /\b(?:List|Dict|Set|FrozenSet|Tuple|Type)(?=\[)/g;

/** Nobody writes a longer one by hand, and each rewriting reads it again. */
const LONGEST = 2_000;

/** A type without insignificant space, with one spelling for what a language spells in two ways. */
export function oneSpelling(type: string): string {
  if (type.length > LONGEST) return type;
  return rewritten(
    rewritten(
      type.replace(/\binterface\{\}/g, 'any').replace(PYTHON_COLLECTIONS, (name) => name.toLowerCase()),
      'Array<',
      (inside) => (/[|&]|=>/.test(inside) ? `(${inside})[]` : `${inside}[]`),
    ),
    'Optional[',
    (inside) => `${inside}|None`,
  );
}

/** Each `Name<…>` or `Name[…]`, from the innermost outwards, as `made` of what is inside. */
function rewritten(type: string, opening: string, made: (inside: string) => string): string {
  let text = type;
  for (
    let at = text.lastIndexOf(opening);
    at !== -1;
    at = at === 0 ? -1 : text.lastIndexOf(opening, at - 1)
  ) {
    if (/[\w.$]/.test(text[at - 1] ?? ' ')) continue;
    const open = at + opening.length - 1;
    const reader = new BracketReader(text);
    const end = text[open] === '<' ? reader.angles(open) : reader.group(open);
    if (end !== -1) text = text.slice(0, at) + made(text.slice(open + 1, end - 1)) + text.slice(end);
  }
  return text;
}
