import { useCaseIds } from '../parse/behavior.ts';
import type { BlockList } from '../parse/block-list.ts';
import { readBlocks } from '../parse/blocks.ts';
import type { ExportKind } from '../parse/classify.ts';
import { readDependencies } from '../parse/dependencies.ts';
import { settled } from '../parse/draft.ts';
import { readDrafts } from '../parse/exports.ts';
import { findMentions } from '../parse/mentions.ts';
import { FIRST_VERSION } from '../parse/parse.ts';
import { prose } from '../parse/prose.ts';
import { findSections } from '../parse/sections.ts';
import type { Source } from '../parse/source.ts';
import type { InternalDependency } from '../spec.ts';
import { anchorOf, canonicalPath } from '../references/canonical.ts';
import type { IndexedSymbol } from './symbol.ts';

/** What the rest of the project needs to know of one module: small enough to be remembered for all of them. */
export interface ModuleRecord {
  summary: string;
  schema_version: string;
  /** Functions first, then types, classes, enums and variables. */
  symbols: IndexedSymbol[];
  use_cases: string[];
  dependencies: { path: string; symbols: string[]; line: number }[];
  references: ModuleReference[];
}

export interface ModuleReference {
  section: string;
  line: number;
  /** Canonical: relative to the root. */
  path: string;
  symbol: string;
}

/** Reads only the sections it needs: the whole spec takes several times as long, and there are thousands. */
export function moduleRecord(dir: string, source: Source, memory?: BlockList): ModuleRecord {
  const read = readBlocks(source, memory);
  const { blocks, skipped, marker } = read;
  const sections = findSections(blocks);
  const symbols: IndexedSymbol[] = [];
  const anchor = anchorOf(dir, '');
  let use_cases: string[] = [];
  const spec = { dependencies: { external: [], internal: [] as InternalDependency[] } };
  let summary = '';
  for (const { name, from, to, level } of sections) {
    if (name === 'Summary') summary = prose(blocks, from, to, summary);
    else if (name === 'Behavior') use_cases = use_cases.concat(useCaseIds(blocks, from, to));
    else if (name === 'Dependencies' || name === 'Exports') {
      const reading = { blocks, skipped, from, to, level, spec, warn: ignore, fail: ignore };
      if (name === 'Dependencies') readDependencies(reading);
      else
        readDrafts(reading, (draft) => {
          const { kind, signature } = settled(draft);
          const { name: symbol, line } = draft;
          symbols.push({ name: symbol, kind, module: dir, signature, anchor: anchor + symbol, line });
        });
    }
  }
  const references = findMentions(read, sections);
  for (const reference of references) reference.path = canonicalPath(dir, reference.path);
  return {
    summary,
    schema_version: marker?.version ?? FIRST_VERSION,
    symbols: inOrder(symbols),
    use_cases,
    dependencies: spec.dependencies.internal.map(({ path, symbols: names, line }) => ({
      path: canonicalPath(dir, path),
      symbols: names,
      line,
    })),
    references,
  };
}

const PLACES: Readonly<Record<ExportKind, number>> = { function: 0, type: 1, class: 2, enum: 3, variable: 4 };

function inOrder(symbols: IndexedSymbol[]): IndexedSymbol[] {
  for (let at = 1; at < symbols.length; at += 1) {
    const { kind } = symbols[at] as IndexedSymbol;
    if (PLACES[kind] < PLACES[(symbols[at - 1] as IndexedSymbol).kind])
      return symbols.sort((a, b) => PLACES[a.kind] - PLACES[b.kind]);
  }
  return symbols;
}

function ignore(): void {
  // Findings are for who reads the whole spec.
}
