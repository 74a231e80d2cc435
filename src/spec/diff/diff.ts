import type { SourceSymbol } from '../exports/exported.ts';
import type { Language } from '../language/languages.ts';
import type { ClaudeMdSpec } from '../spec.ts';
import { pairSymbols } from './pair.ts';
import { specSymbols } from './spec-symbols.ts';

/** The output of `autodev spec diff`: from what the spec says to what the source does. */
export interface ExportsDiff {
  dir: string;
  added: string[];
  removed: string[];
  modified: ModifiedExport[];
  breaking: boolean;
}

export interface ModifiedExport {
  name: string;
  before: string;
  after: string;
  breaking: boolean;
  reasons: string[];
}

export function diffExports(
  dir: string,
  spec: Pick<ClaudeMdSpec, 'exports'>,
  sources: readonly SourceSymbol[],
  language: Language | undefined,
): ExportsDiff {
  const { pairs, unnamed } = pairSymbols(specSymbols(spec), sources, language);
  const removed = pairs.flatMap((pair) => (pair.source === undefined ? [pair.spec.name] : []));
  const modified = pairs.flatMap(({ spec: before, source, change }): ModifiedExport[] =>
    source === undefined || change.reasons.length === 0
      ? []
      : [{ name: before.name, before: before.signature, after: source.signature, ...change }],
  );
  return {
    dir,
    added: unnamed.map((one) => (one.name === 'default' ? (one.alias ?? one.name) : one.name)),
    removed,
    modified,
    breaking: removed.length > 0 || modified.some((one) => one.breaking),
  };
}
