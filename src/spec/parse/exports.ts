import type { Block } from './block.ts';
import { addExport, Draft } from './draft.ts';
import { addDetail, setSignature, takeSplit } from './detail.ts';
import { firstDeclaration } from './fenced.ts';
import { codeSpan, field, isNone, plain, withoutId } from './inline.ts';
import { exportField, exportGroup, type ExportGroup } from './names.ts';
import { joined, type Reading } from './reading.ts';
import { nameOfSignature } from './signature.ts';
import { splitSignature } from './split.ts';

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
  let tables = 0;
  const finish = () => {
    if (draft === undefined) return;
    add(draft);
    count += 1;
    draft = undefined;
  };

  const lookAside = (at: number) => {
    for (const { kind, code, line } of reading.skipped.get(at) ?? []) {
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
        if (unknown !== undefined && nameOfSignature(signature) === symbolName(unknown)) {
          draft = headingDraft(unknown, undefined);
          unknown = undefined;
        }
        if (draft?.heading === true && nameOfSignature(signature) === draft.name)
          setSignature(draft, signature);
      }
    }
  };

  for (let at = from; at < to;) {
    lookAside(at);
    const block = blocks[at] as Block;
    if (block.kind === 'heading') {
      at += 1;
      finish();
      unknown = undefined;
      const known = block.depth < symbolLevel ? exportGroup(withoutId(block.text)) : undefined;
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
    if (draft === undefined && unknown !== undefined && describes(text, symbolName(unknown))) {
      draft = headingDraft(unknown, undefined);
      unknown = undefined;
    }
    if (draft !== undefined && (block.kind === 'text' || draft.heading || block.depth > draft.depth)) {
      addDetail(draft, text, block.kind === 'bullet', block.depth);
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
  lookAside(to);
  finish();
  if (count === 0 && !none && tables === 0) {
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
  return new Draft(symbolName(block), block.line, -1, true, group);
}

function symbolName(heading: Block): string {
  const text = plain(withoutId(heading.text));
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

function bulletDraft(block: Block, text: string, group: ExportGroup | undefined): Draft | undefined {
  const split = splitSignature(text, group !== undefined);
  if (split === undefined) return undefined;
  const draft = new Draft(split.name, block.line, block.depth, false, group);
  takeSplit(draft, split);
  return draft;
}

function clip(text: string): string {
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
