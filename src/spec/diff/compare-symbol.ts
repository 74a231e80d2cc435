import type { SourceSymbol } from '../exports/exported.ts';
import type { Language } from '../language/languages.ts';
import { readCallable } from './callable.ts';
import { type Change, UNCHANGED } from './change.ts';
import { compareCallables } from './compare-callable.ts';
import { compareDefinitions, compareVariants } from './compare-definition.ts';
import { compareVariables } from './compare-variable.ts';
import type { SpecSymbol } from './spec-symbols.ts';

/** How a source symbol differs from what its spec says; what either leaves open is no difference. */
export function compareSymbol(
  spec: SpecSymbol,
  source: SourceSymbol,
  language: Language | undefined,
): Change {
  if (source.kind === 'reexport' || source.kind === 'module' || source.kind === 'macro') return UNCHANGED;
  if (spec.kind === 'enum') return compareVariants(spec.variants ?? [], source.signature);
  const constructs = constructorsOf(source, language);
  if (constructs.length > 0) return compareWithAny(spec.signature, constructs, language);
  switch (spec.kind) {
    case 'function':
      return compareWithAny(spec.signature, [source.signature], language);
    case 'variable':
      return source.kind === 'function'
        ? compareWithAny(spec.signature, [source.signature], language)
        : compareVariables(spec.signature, spec.value, source.signature);
    default:
      return compareDefinitions(spec.signature, source.signature);
  }
}

/** The ways to make a value of a type, as signatures. */
function constructorsOf(source: SourceSymbol, language: Language | undefined): readonly string[] {
  if (source.constructs !== undefined) return source.constructs;
  if (source.kind !== 'class' && source.kind !== 'struct') return [];
  if (/\brecord\b/.test(source.signature)) return [source.signature];
  const scripted = language === 'typescript' || language === 'javascript';
  return scripted && source.kind === 'class' && !/\bextends\b/.test(source.signature)
    ? ['constructor()']
    : [];
}

/** Against overloads the closest one counts. */
function compareWithAny(before: string, after: readonly string[], language: Language | undefined): Change {
  const old = readCallable(before, language);
  if (old === undefined) return UNCHANGED;
  let best: Change | undefined;
  for (const text of after) {
    const now = readCallable(text, language);
    // A constructor gives the type itself, whatever its own signature says.
    const made = /^(?:constructor|def\s+__init__)\b/.test(text.trim());
    const found =
      now === undefined
        ? UNCHANGED
        : compareCallables(
            made ? { ...old, returns: undefined } : old,
            made ? { ...now, returns: undefined } : now,
          );
    if (best === undefined || weight(found) < weight(best)) best = found;
  }
  return best ?? UNCHANGED;
}

function weight(change: Change): number {
  return change.reasons.length + (change.breaking ? 1_000 : 0);
}
