import type { BlockList } from '../blocks/block-list.ts';
import { kindOfGroup } from '../symbol/classify.ts';
import { addExport, Draft } from '../symbol/draft.ts';
import { addDetail, setSignature, takeSplit } from '../symbol/detail.ts';
import { firstDeclaration } from '../symbol/fenced.ts';
import { codeSpan, field, isNone, plain, withoutId } from '../inline.ts';
import { exportField, exportGroup, type ExportGroup } from '../names.ts';
import { PlainSymbol, type SymbolPlaces } from '../symbol/plain-symbol.ts';
import { joined, type Reading } from '../reading.ts';
import { nameOfSignature } from '../symbol/signature.ts';
import { splitSignature } from '../symbol/split.ts';

/** Both dialects of Exports: bullets with signatures (v1), a heading per symbol with a signature or fields (v2). */
export function readExports(reading: Reading<'exports'>): void {
  readDrafts(reading, (draft) => addExport(reading, draft));
}

/**
 * Calls `add` for every symbol, in the order of the text. With `places`, those whose name, kind and signature can be
 * told by their first characters go there instead.
 */
export function readDrafts(
  reading: Reading<never>,
  add: (draft: Draft) => void,
  places?: SymbolPlaces,
): void {
  const { blocks, skipped, from, to } = reading;
  const plainly = places === undefined || skipped.size > 0 ? undefined : new PlainSymbol(blocks, to);
  const symbolLevel = symbolHeadingLevel(reading.level);
  let group: ExportGroup | undefined;
  let draft: Draft | undefined;
  /** Where a heading is that is no known group: a symbol, when fields or its signature follow. */
  let unknown = -1;
  let none = false;
  let count = 0;
  let tables = 0;
  const finish = () => {
    if (draft === undefined) return;
    add(draft);
    count += 1;
    draft = undefined;
  };

  const lookAside = (at: number) => {
    for (const { kind, code, line } of skipped.get(at) ?? []) {
      if (kind === 'table' && draft === undefined) {
        tables += 1;
        reading.warn({
          error_type: 'InvalidExports',
          message: 'a table in Exports is not read',
          line,
          section: 'Exports',
          suggestion: 'write a heading per symbol: #### name, with its signature in backticks below',
        });
      } else if (kind === 'fence') {
        const signature = firstDeclaration(code);
        if (unknown !== -1 && nameOfSignature(signature) === symbolName(blocks.text(unknown))) {
          draft = headingDraft(blocks, unknown, undefined);
          unknown = -1;
        }
        if (draft?.heading === true && nameOfSignature(signature) === draft.name)
          setSignature(draft, signature);
      }
    }
  };

  /** Whether a symbol may begin there, rather than more of the one before it. */
  const begins = (isHeading: boolean, depth: number) =>
    isHeading
      ? depth >= symbolLevel
      : unknown === -1 && (draft === undefined || (!draft.heading && depth <= draft.depth));

  for (let at = from; at < to;) {
    if (skipped.size > 0) lookAside(at);
    const depth = blocks.depth(at);
    const isHeading = blocks.isHeading(at);
    if (plainly !== undefined && group !== undefined && begins(isHeading, depth)) {
      const next = plainly.read(at);
      if (next !== -1) {
        finish();
        unknown = -1;
        places?.addPlaces(blocks.source.bytes, plainly, kindOfGroup(group), blocks.line(at));
        count += 1;
        at = next;
        continue;
      }
    }
    if (isHeading) {
      finish();
      unknown = -1;
      const isSymbol = depth >= symbolLevel;
      if (!isSymbol) group = exportGroup(withoutId(blocks.text(at)));
      if (!isSymbol && group === undefined) unknown = at;
      if (isSymbol) draft = headingDraft(blocks, at, group);
      at += 1;
      continue;
    }
    const isText = blocks.isText(at);
    const line = blocks.line(at);
    const isNumbered = blocks.order(at) >= 0;
    const { text, next } = joined(reading, at);
    at = next;
    if (isNone(text)) {
      none ||= draft === undefined;
      continue;
    }
    if (draft === undefined && unknown !== -1 && describes(text, symbolName(blocks.text(unknown)))) {
      draft = headingDraft(blocks, unknown, undefined);
      unknown = -1;
    }
    if (draft !== undefined && (isText || draft.heading || depth > draft.depth)) {
      addDetail(draft, text, !isText, depth);
      continue;
    }
    if (isText || isNumbered) continue;
    const label = exportGroup(text.endsWith(':') ? text.slice(0, -1) : text);
    if (label !== undefined) {
      finish();
      group = label;
      continue;
    }
    const fresh = bulletDraft(text, line, depth, group);
    if (fresh !== undefined) {
      finish();
      draft = fresh;
    } else if (draft === undefined) {
      reading.warn({
        error_type: 'InvalidExports',
        message: `no exported name in "${clip(text)}"`,
        line,
        section: 'Exports',
        suggestion: 'write the signature in backticks, for example - `load(path: string): Config`',
      });
    }
  }
  lookAside(to);
  finish();
  if (count === 0 && !none && tables === 0) {
    reading.warn({
      error_type: 'InvalidExports',
      message: 'the Exports section exports nothing',
      line: blocks.line(from - 1),
      section: 'Exports',
      suggestion: 'list what the module exports, or write None',
    });
  }
}

/** Headings from this level on are symbols; above it they are groups. */
export function symbolHeadingLevel(sectionLevel: number): number {
  return Math.max(4, sectionLevel + 2);
}

function headingDraft(blocks: BlockList, at: number, group: ExportGroup | undefined): Draft | undefined {
  const text = blocks.text(at);
  return text === '' ? undefined : new Draft(symbolName(text), blocks.line(at), -1, true, group);
}

function symbolName(heading: string): string {
  const text = plain(withoutId(heading));
  return text.includes('(') ? (nameOfSignature(text) ?? text) : text;
}

/** Whether a line below an unknown heading makes that heading a symbol. */
function describes(text: string, name: string): boolean {
  const found = field(text);
  if (found !== undefined) {
    const key = exportField(found.key);
    if (key === 'type' || key === 'signature') return true;
  }
  return text.startsWith('`') && nameOfSignature(codeSpan(text)?.code ?? '') === name;
}

function bulletDraft(
  text: string,
  line: number,
  depth: number,
  group: ExportGroup | undefined,
): Draft | undefined {
  const split = splitSignature(text, group !== undefined);
  if (split === undefined) return undefined;
  const draft = new Draft(split.name, line, depth, false, group);
  takeSplit(draft, split);
  return draft;
}

function clip(text: string): string {
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
