import { readSignature } from '../parse/symbol/signature.ts';
import { enumVariants, splitTop } from '../parse/symbol/values.ts';
import { BracketReader } from '../parse/symbol/brackets.ts';
import { changeOf, type Change, UNCHANGED } from './change.ts';
import { sameType } from './type-text.ts';

interface Field {
  type: string | undefined;
  optional: boolean;
}

/** A type against its spec: the fields both show, or what it is an alias of. Headers alone say nothing. */
export function compareDefinitions(before: string, after: string): Change {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  if (old !== undefined && now !== undefined) return compareFields(old, now);
  const [was, is] = [aliasOf(before), aliasOf(after)];
  if (was === undefined || is === undefined || sameType(was, is)) return UNCHANGED;
  return { breaking: true, reasons: [`definition changed: ${was} → ${is}`] };
}

function compareFields(old: ReadonlyMap<string, Field>, now: ReadonlyMap<string, Field>): Change {
  const found: { reason: string; breaking: boolean }[] = [];
  for (const [name, field] of old) {
    const other = now.get(name);
    if (other === undefined) found.push({ reason: `field ${name} removed`, breaking: true });
    else if (!sameType(field.type, other.type))
      found.push({ reason: `type of field ${name} changed: ${field.type} → ${other.type}`, breaking: true });
    else if (field.optional !== other.optional)
      found.push({
        reason: `field ${name} became ${other.optional ? 'optional' : 'required'}`,
        breaking: !other.optional,
      });
  }
  for (const [name, field] of now)
    if (!old.has(name))
      found.push({
        reason: `${field.optional ? 'optional' : 'required'} field ${name} added`,
        breaking: !field.optional,
      });
  return changeOf(found);
}

/** The public fields between the braces of `interface`, `struct` or an object type; undefined without braces. */
function fieldsOf(text: string): Map<string, Field> | undefined {
  const open = text.indexOf('{');
  if (open === -1 || /[|&]\s*\{|\}\s*[|&]/.test(text)) return undefined;
  const end = new BracketReader(text).group(open);
  if (end === -1) return undefined;
  const isRust = /\bpub\b/.test(text);
  const fields = new Map<string, Field>();
  const body = text.slice(open + 1, end - 1).replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '');
  const lines = splitTop(body, ';')
    .flatMap((part) => splitTop(part, '\n'))
    .flatMap((part) => splitTop(part, ','));
  for (const line of lines) {
    const bare = line.replace(/^(?:#\[[^\]]*\]\s*)+/, '').trim();
    if (isRust && !/^pub\s/.test(bare)) continue;
    const colon = /^(?:pub\s+|readonly\s+)*(['"]?)([\w$]+)\1\s*(\?)?\s*:\s*([\s\S]+)$/.exec(bare);
    const go = /^([A-Z]\w*)\s+([^:`]+?)(?:\s*`[^`]*`)?$/.exec(bare);
    if (colon?.[2] !== undefined)
      fields.set(colon[2], { type: colon[4]?.trim(), optional: colon[3] !== undefined });
    else if (go?.[1] !== undefined) fields.set(go[1], { type: go[2]?.trim(), optional: false });
    // Methods, embedded types, lists of names: not comparable field by field.
    else return undefined;
  }
  return fields;
}

function aliasOf(text: string): string | undefined {
  return /^(?:[\w\s]*?)\b[\w$]+\s*(?:<[^=]*>)?\s*=(?!>)\s*([\s\S]+)$/
    .exec(text.trim())?.[1]
    ?.replace(/;\s*$/, '')
    .trim();
}

/** Variants of an enum; a source that shows none (its body is more than a list) cannot be compared. */
export function compareVariants(before: readonly string[], signature: string): Change {
  if (before.length === 0 || !signature.includes('{')) return UNCHANGED;
  const now = enumVariants(readSignature(signature)).map(variantName);
  if (now.length === 0) return UNCHANGED;
  const old = before.map(variantName);
  return changeOf([
    ...old
      .filter((name) => !now.includes(name))
      .map((name) => ({ reason: `variant ${name} removed`, breaking: true })),
    ...now
      .filter((name) => !old.includes(name))
      .map((name) => ({ reason: `variant ${name} added`, breaking: false })),
  ]);
}

/** `B` of `B(i32)`, `C { x: i32 }`, `/// doc\n D`. */
function variantName(text: string): string {
  const bare = text
    .replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*\n?/g, '')
    .replace(/^\s*(?:#\[[^\]]*\]\s*)+/, '')
    .trim();
  return /^[\w$]+/.exec(bare)?.[0] ?? bare;
}
