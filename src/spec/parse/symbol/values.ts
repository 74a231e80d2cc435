import { BracketReader } from './brackets.ts';
import { codeSpan, isNone, plain } from '../inline.ts';
import type { Signature } from './signature.ts';

/** `Active, Inactive`, `` `A` | `B` ``: as written in a Variants field. */
export function listedVariants(text: string): string[] {
  const span = codeSpan(text);
  const body = span !== undefined && span.start === 0 && span.end === text.length ? span.code : text;
  return isNone(body) ? [] : splitTop(body, body.includes('|') ? '|' : ',').map(variantName);
}

/** The name in an item of a list of variants: `` `A`: text ``, `A = 1`, `A - text`. */
export function variantItem(text: string): string {
  const span = codeSpan(text);
  if (span?.start === 0) return variantName(span.code);
  return variantName(text.split(/:(?:\s|$)|\s[-–—]\s/)[0] ?? '');
}

/** A value written out: a number, a text in quotes or backticks, true, false, nothing. */
export function literal(text: string): string | undefined {
  const span = codeSpan(text);
  if (span !== undefined && span.start === 0 && span.end === text.length) return span.code;
  return /^(?:-?\d[\w.]*|(["'])[^]*\1|true|false|null|None)$/.test(text) ? text : undefined;
}

/** The variants inside an enum's signature: `Role { Admin, User }`, `Role: A | B`, `Role(A, B)`. */
export function enumVariants({ params, after }: Signature): string[] {
  const open = after.indexOf('{');
  if (open !== -1) {
    const end = new BracketReader(after).group(open);
    const body = after.slice(open + 1, end === -1 ? after.length : end - 1);
    return splitTop(splitTop(body, ';')[0] ?? '', ',').map(variantName);
  }
  const rest = after.replace(/^[:=\s]+/, '');
  if (rest !== '') return splitTop(rest, rest.includes('|') ? '|' : ',').map(variantName);
  return params === undefined ? [] : splitTop(params, ',').map(variantName);
}

function variantName(text: string): string {
  const name = plain(text.split(/\s=(?!>)/)[0] ?? '');
  return /^(['"]).*\1$/.test(name) ? name.slice(1, -1) : name;
}

/** What stands after `=` in a variable's signature, or after `:` when that is a literal. */
export function variableValue(after: string): string | undefined {
  const reader = new BracketReader(after);
  for (let at = 0; at < after.length;) {
    const char = after[at] as string;
    if (char === '"' || char === "'" || char === '`') at = reader.quoted(at);
    else if (char === '(' || char === '[' || char === '{') {
      const end = reader.group(at);
      if (end === -1) break;
      at = end;
    } else if (char === '=' && after[at + 1] !== '>' && after[at + 1] !== '=') {
      return after.slice(at + 1).trim();
    } else at += char === '=' ? 2 : 1;
  }
  const literal = /^:\s*(-?\d[^]*|["'`][^]*|true|false|null|None)$/.exec(after)?.[1];
  return literal?.trim();
}

/** Parts of a list, split outside of brackets and quotes; empty parts are left out. */
export function splitTop(text: string, separator: string): string[] {
  if (!/[([{<"'`]/.test(text)) return trimmed(text.split(separator));
  const reader = new BracketReader(text);
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length;) {
    const char = text[at] as string;
    if (char === separator) {
      parts.push(text.slice(from, at));
      at += 1;
      from = at;
    } else if (char === '"' || char === "'" || char === '`') at = reader.quoted(at);
    else if (char === '(' || char === '[' || char === '{') {
      const end = reader.group(at);
      at = end === -1 ? text.length : end;
    } else if (char === '<') {
      const end = reader.angles(at);
      at = end === -1 ? at + 1 : end;
    } else at += 1;
  }
  parts.push(text.slice(from));
  return trimmed(parts);
}

/** `None` is a name like any other here: of a variant, or of a type. */
function trimmed(parts: readonly string[]): string[] {
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}
