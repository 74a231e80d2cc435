import { isKindWord } from './classify.ts';
import type { Draft } from './draft.ts';
import { codeSpan, field, plain } from '../inline.ts';
import { exportField } from '../names.ts';
import { readSignature } from './signature.ts';
import { splitSignature, type Split } from './split.ts';
import { listedVariants, literal, variantItem } from './values.ts';

/** A line that belongs to a symbol: its signature, one of its fields, a variant, or its description. */
export function addDetail(draft: Draft, text: string, bullet: boolean, depth: number): void {
  if (bullet && draft.listDepth !== -1 && depth > draft.listDepth) {
    addVariant(draft, text);
    return;
  }
  const found = bullet || text.startsWith('**') ? field(text) : undefined;
  const key = found === undefined ? undefined : exportField(found.key);
  if (found !== undefined && key !== undefined) {
    draft.listDepth = -1;
    const span = codeSpan(found.value);
    const value = span?.start === 0 ? span.code : found.value;
    if (key === 'type') setType(draft, found.value);
    else if (key === 'signature') setSignature(draft, value);
    else if (key === 'variants') {
      draft.variants = listedVariants(found.value);
      if (found.value === '') draft.listDepth = depth;
    } else if (key === 'value') draft.value = value;
    else draft.description = found.value;
    return;
  }
  if (bullet && draft.listDepth !== -1) {
    addVariant(draft, text);
    return;
  }
  if (draft.heading && draft.signature === undefined) {
    const split = splitSignature(text, true);
    if (bullet && draft.group === 'enums' && split?.signature === split?.name && split?.name !== draft.name) {
      addVariant(draft, text);
      return;
    }
    if (split !== undefined && (text.startsWith('`') || split.name === draft.name)) {
      takeSplit(draft, split);
      return;
    }
    const span = codeSpan(text);
    if (split === undefined && span?.start === 0 && /^(?:func|function)\b/.test(span.code)) {
      setSignature(draft, span.code);
      return;
    }
  }
  if (!bullet) draft.description ??= text;
}

/** What a line with a signature says; `` `Role`: A, B `` and `` `MAX`: 3 `` give variants and a value. */
export function takeSplit(draft: Draft, { name, signature, read, description, colon }: Split): void {
  draft.signature = signature;
  draft.read = read;
  if (description === undefined) return;
  if (colon && signature === name) {
    const dash = description.search(/\s[-–—]\s/);
    const said = dash === -1 ? description : description.slice(0, dash);
    const rest = dash === -1 ? undefined : description.slice(dash + 3).trim();
    const variants = draft.group === 'enums' ? listedVariants(said) : [];
    const value = draft.group === 'variables' ? literal(said) : undefined;
    if (variants.length > 0 && variants.every((one) => /^[\p{L}\p{N}_$.]+$/u.test(one)))
      draft.variants ??= variants;
    else if (value !== undefined) draft.value ??= value;
    else {
      draft.description ??= description;
      return;
    }
    draft.description ??= rest;
    return;
  }
  draft.description ??= description;
}

function addVariant(draft: Draft, text: string): void {
  draft.variants ??= [];
  draft.variants.push(variantItem(text));
}

/** `Type` says what kind of symbol it is (`async function`), or of which type it is (`{ a: string }`). */
function setType(draft: Draft, value: string): void {
  const text = plain(value);
  if (isKindWord(text)) draft.type = text;
  else if (text !== '') draft.typed = text;
}

export function setSignature(draft: Draft, signature: string): void {
  draft.signature = signature;
  draft.read = readSignature(signature);
}
