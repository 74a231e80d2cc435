import { pairSymbols } from '../diff/pair.ts';
import { specSymbols } from '../diff/spec-symbols.ts';
import type { SourceSymbol } from '../exports/exported.ts';
import type { Language } from '../language/languages.ts';
import type { ClaudeMdSpec } from '../spec.ts';
import type { DriftIssue } from './issue.ts';

export interface ExportsDrift {
  issues: DriftIssue[];
  /** Per cent of the exports of one side that the other has: the lower of the two. */
  coverage: number;
}

/** STALE: promised, not there. MISSING: there, not in the spec. MISMATCH: there, but not as promised. */
export function exportsDrift(
  spec: Pick<ClaudeMdSpec, 'exports'>,
  line: number,
  sources: readonly SourceSymbol[],
  language: Language | undefined,
): ExportsDrift {
  const { pairs, unnamed, expected, named } = pairSymbols(specSymbols(spec), sources, language);
  const promised = pairs.flatMap(({ spec: one, source, change }): DriftIssue[] => {
    const place = { section: 'Exports' as const, name: one.name, line: one.line };
    if (source === undefined)
      return [{ kind: 'STALE', ...place, message: `${one.name} is not exported by the source` }];
    if (change.reasons.length === 0) return [];
    const where = `${source.file}:${source.line}`;
    return [
      {
        kind: 'MISMATCH',
        ...place,
        message: `${change.reasons.join('; ')}; the source (${where}) has ${oneLine(source.signature)}`,
      },
    ];
  });
  const missing = unnamed.map((one): DriftIssue => {
    const name = one.name === 'default' ? (one.alias ?? one.name) : one.name;
    const message = `${name} (${one.file}:${one.line}) is not in Exports`;
    return { kind: 'MISSING', section: 'Exports', name, line, message };
  });
  const kept = pairs.filter(({ source }) => source !== undefined).length;
  return {
    issues: [...promised, ...missing],
    coverage: Math.min(perCent(named, expected), perCent(kept, pairs.length)),
  };
}

function perCent(part: number, whole: number): number {
  return whole === 0 ? 100 : Math.floor((part / whole) * 1_000) / 10;
}

function oneLine(text: string): string {
  const flat = text.replace(/\s+/g, ' ');
  return flat.length > 120 ? `${flat.slice(0, 117)}…` : flat;
}
