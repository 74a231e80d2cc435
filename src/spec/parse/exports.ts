import type { Block } from './block.ts';
import { addExport, Draft } from './draft.ts';
import { afterSeparator, codeSpan, field, isNone, plain } from './inline.ts';
import { exportField, exportGroup, type ExportGroup } from './names.ts';
import { joined, type Reading } from './reading.ts';
import { nameOfSignature, readSignature, type Signature } from './signature.ts';
import { listedVariants } from './values.ts';

/** Both dialects of Exports: bullets with signatures (v1), a heading per symbol with a signature or fields (v2). */
export function readExports(reading: Reading<'exports'>): void {
  readDrafts(reading, (draft) => addExport(reading, draft));
}

/** Calls `add` for every symbol, in the order of the text. */
export function readDrafts(reading: Reading<never>, add: (draft: Draft) => void): void {
  const { blocks, from, to } = reading;
  const symbolLevel = symbolHeadingLevel(reading.level);
  let group: ExportGroup | undefined;
  let draft: Draft | undefined;
  /** A heading that is no known group: a symbol, when fields or its signature follow. */
  let unknown: Block | undefined;
  let none = false;
  let count = 0;
  const finish = () => {
    if (draft === undefined) return;
    add(draft);
    count += 1;
    draft = undefined;
  };

  for (let at = from; at < to;) {
    const block = blocks[at] as Block;
    if (block.kind === 'heading') {
      at += 1;
      finish();
      unknown = undefined;
      const known = block.depth < symbolLevel ? exportGroup(block.text) : undefined;
      if (block.depth < symbolLevel) group = known;
      if (block.depth >= symbolLevel) draft = block.text === '' ? undefined : headingDraft(block, group);
      else if (known === undefined) unknown = block;
      continue;
    }
    const { text, next } = joined(reading, at);
    at = next;
    if (isNone(text)) {
      none ||= draft === undefined;
      continue;
    }
    if (draft === undefined && unknown !== undefined && describes(text, unknown.text)) {
      draft = headingDraft(unknown, undefined);
      unknown = undefined;
    }
    if (draft !== undefined && (block.kind === 'text' || draft.heading || block.depth > draft.depth)) {
      addDetail(draft, text, block.kind === 'bullet');
      continue;
    }
    if (block.kind === 'text' || block.order >= 0) continue;
    const label = exportGroup(text.endsWith(':') ? text.slice(0, -1) : text);
    if (label !== undefined) {
      finish();
      group = label;
      continue;
    }
    const fresh = bulletDraft(block, text, group);
    if (fresh !== undefined) {
      finish();
      draft = fresh;
    } else if (draft === undefined) {
      reading.warn({
        error_type: 'InvalidExports',
        message: `no exported name in "${clip(text)}"`,
        line: block.line,
        section: 'Exports',
        suggestion: 'write the signature in backticks, for example - `load(path: string): Config`',
      });
    }
  }
  finish();
  if (count === 0 && !none) {
    reading.warn({
      error_type: 'InvalidExports',
      message: 'the Exports section exports nothing',
      line: blocks[from - 1]?.line ?? 1,
      section: 'Exports',
      suggestion: 'list what the module exports, or write None',
    });
  }
}

/** Headings from this level on are symbols; above it they are groups. */
export function symbolHeadingLevel(sectionLevel: number): number {
  return Math.max(4, sectionLevel + 2);
}

function headingDraft(block: Block, group: ExportGroup | undefined): Draft {
  const text = plain(block.text);
  const name = text.includes('(') ? (nameOfSignature(text) ?? text) : text;
  return new Draft(name, block.line, -1, true, group);
}

/** Whether a line below an unknown heading makes that heading a symbol. */
function describes(text: string, heading: string): boolean {
  const found = field(text);
  if (found !== undefined) {
    const key = exportField(found.key);
    if (key === 'type' || key === 'signature') return true;
  }
  return text.startsWith('`') && nameOfSignature(codeSpan(text)?.code ?? '') === plain(heading);
}

function bulletDraft(block: Block, text: string, group: ExportGroup | undefined): Draft | undefined {
  const split = splitSignature(text, group !== undefined);
  if (split === undefined) return undefined;
  const draft = new Draft(split.name, block.line, block.depth, false, group);
  draft.signature = split.signature;
  draft.read = split.read;
  draft.description = split.description;
  return draft;
}

interface Split {
  name: string;
  signature: string;
  read: Signature;
  description: string | undefined;
}

/** `` `signature` - text ``, `**name**: `signature``, or a bare signature. */
function splitSignature(text: string, grouped: boolean): Split | undefined {
  if (text.startsWith('`') || text.startsWith('**')) {
    const span = codeSpan(text);
    if (span !== undefined) return splitAt(span.code, text, span.end);
  }
  const dash = separatingDash(text);
  const signature = plain(dash === -1 ? text : text.slice(0, dash));
  const split = splitAt(signature, text, dash === -1 ? text.length : dash);
  return split !== undefined && looksWritten(split, grouped) ? split : undefined;
}

function splitAt(signature: string, text: string, end: number): Split | undefined {
  const read = readSignature(signature);
  if (read.name === undefined) return undefined;
  const description = end === text.length ? '' : afterSeparator(text.slice(end));
  return { name: read.name, signature, read, description: description === '' ? undefined : description };
}

/** ` - ` after the last bracket: a default value may hold one too. */
function separatingDash(text: string): number {
  const close = Math.max(text.lastIndexOf(')'), text.lastIndexOf('}'), text.lastIndexOf('>'));
  for (const dash of [' - ', ' – ', ' — ']) {
    const at = text.indexOf(dash, Math.max(0, close));
    if (at !== -1) return at;
  }
  return -1;
}

/** Tells a signature without backticks from a sentence. */
function looksWritten({ name, signature, read }: Split, grouped: boolean): boolean {
  if (signature === name || read.keyword !== undefined) return true;
  if (read.params !== undefined) return !/\s\($/.test(signature.slice(0, signature.indexOf('(') + 1));
  if (read.after.startsWith('{') || read.after.startsWith('=')) return true;
  return grouped && read.after.startsWith(':') && read.before === '';
}

/** A line that belongs to a symbol: its signature, one of its fields, or its description. */
function addDetail(draft: Draft, text: string, bullet: boolean): void {
  const found = bullet || text.startsWith('**') ? field(text) : undefined;
  const key = found === undefined ? undefined : exportField(found.key);
  if (found !== undefined && key !== undefined) {
    const value = codeSpan(found.value)?.start === 0 ? (codeSpan(found.value)?.code ?? '') : found.value;
    if (key === 'type') draft.type = plain(found.value);
    else if (key === 'signature') setSignature(draft, value);
    else if (key === 'variants') draft.variants = listedVariants(found.value);
    else if (key === 'value') draft.value = value;
    else draft.description = found.value;
    return;
  }
  if (draft.heading && draft.signature === undefined) {
    const split = splitSignature(text, true);
    if (split !== undefined && (text.startsWith('`') || split.name === draft.name)) {
      draft.signature = split.signature;
      draft.read = split.read;
      draft.description ??= split.description;
      return;
    }
  }
  if (!bullet) draft.description ??= text;
}

function setSignature(draft: Draft, signature: string): void {
  draft.signature = signature;
  draft.read = readSignature(signature);
}

function clip(text: string): string {
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
