import { afterSeparator, codeSpan, plain } from '../inline.ts';
import { readSignature, type Signature } from './signature.ts';

/** A line taken apart: a signature, and what is said about it. */
export interface Split {
  name: string;
  signature: string;
  read: Signature;
  description: string | undefined;
  /** The description is set apart by a colon: `` `MAX`: 3 ``. */
  colon: boolean;
}

/** `` `signature` - text ``, `**name**: `signature``, or a bare signature. */
export function splitSignature(text: string, grouped: boolean): Split | undefined {
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
  if (end === text.length) return { name: read.name, signature, read, description: undefined, colon: false };
  const rest = text.slice(end).trimStart();
  const description = rest === '' ? undefined : afterSeparator(rest) || undefined;
  return { name: read.name, signature, read, description, colon: rest.charCodeAt(0) === 58 };
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
