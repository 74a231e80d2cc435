import { useCaseIds } from '../parse/behavior.ts';
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
import { canonicalPath } from '../references/canonical.ts';

/** What the rest of the project needs to know of one module: small enough to be remembered for all of them. */
export interface ModuleRecord {
  summary: string;
  schema_version: string;
  /** Functions first, then types, classes, enums and variables. */
  symbols: ExportedSymbol[];
  use_cases: string[];
  dependencies: { path: string; symbols: string[]; line: number }[];
  references: ModuleReference[];
}

interface ExportedSymbol {
  name: string;
  kind: ExportKind;
  signature: string;
  line: number;
}

export interface ModuleReference {
  section: string;
  line: number;
  /** Canonical: relative to the root. */
  path: string;
  symbol: string;
}

/** Reads only the sections it needs: the whole spec takes several times as long, and there are thousands. */
export function moduleRecord(dir: string, source: Source): ModuleRecord {
  const read = readBlocks(source);
  const { blocks, skipped, marker } = read;
  const sections = findSections(read);
  const symbols: ExportedSymbol[] = [];
  let use_cases: string[] = [];
  const spec = { dependencies: { external: [], internal: [] as InternalDependency[] } };
  let summary = '';
  for (const { name, from, to, level } of sections) {
    const reading = { blocks, skipped, from, to, level, spec, warn: ignore, fail: ignore };
    if (name === 'Summary') summary = prose(blocks, from, to, summary);
    else if (name === 'Behavior') use_cases = use_cases.concat(useCaseIds(reading));
    else if (name === 'Dependencies') readDependencies(reading);
    else if (name === 'Exports') {
      readDrafts(reading, (draft) => {
        const { kind, signature } = settled(draft);
        symbols.push({ name: draft.name, kind, signature, line: draft.line });
      });
    }
  }
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
    references: findMentions(read, sections).map(({ section, line, path, symbol }) => ({
      section,
      line,
      path: canonicalPath(dir, path),
      symbol,
    })),
  };
}

const KINDS: readonly ExportKind[] = ['function', 'type', 'class', 'enum', 'variable'];

function inOrder(symbols: ExportedSymbol[]): ExportedSymbol[] {
  let last = 0;
  for (const { kind } of symbols) {
    const place = KINDS.indexOf(kind);
    if (place < last) return KINDS.flatMap((one) => symbols.filter((symbol) => symbol.kind === one));
    last = place;
  }
  return symbols;
}

function ignore(): void {
  // Findings are for who reads the whole spec.
}
