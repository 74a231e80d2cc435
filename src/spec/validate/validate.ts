import type { ParsedSpec } from '../parse/parse.ts';
import { CURRENT_VERSION } from '../parse/parse.ts';
import { canonicalPath, claudeMdOf, folderOf } from '../references/canonical.ts';
import type { FindingType, SpecFinding } from '../spec.ts';
import type { Modules } from '../symbols/modules.ts';
import { resolver } from '../symbols/resolve.ts';

export interface Validation {
  valid: boolean;
  errors: FileFinding[];
  warnings: FileFinding[];
}

export interface FileFinding extends SpecFinding {
  file: string;
}

/** What is wrong with one file: its own form, and in v2 files the references that lead nowhere. */
export function findingsOf(
  dir: string,
  { spec, diagnostics, references }: ParsedSpec,
  modules: Modules,
  file = claudeMdOf(dir),
): { errors: FileFinding[]; warnings: FileFinding[] } {
  const errors: FileFinding[] = [];
  const warnings: FileFinding[] = [];
  for (const { severity, ...finding } of diagnostics)
    (severity === 'error' ? errors : warnings).push(inFile(file, finding));
  if (spec.schema_version === CURRENT_VERSION) {
    const resolve = resolver(modules);
    for (const { path, symbol, line, section } of references) {
      const target = canonicalPath(dir, path);
      if (resolve(folderOf(target), symbol)) continue;
      warnings.push(
        inFile(file, {
          error_type: 'UnresolvedCrossReference',
          message: `${target}#${symbol} leads nowhere`,
          line,
          section,
          suggestion: suggestion(modules, target, symbol),
        }),
      );
    }
  }
  return { errors: errors.sort(byLine), warnings: warnings.sort(byLine) };
}

/** Under `strict`, a warning is an error. */
export function verdictOf(
  found: readonly { errors: FileFinding[]; warnings: FileFinding[] }[],
  strict: boolean,
): Validation {
  const errors = found.flatMap((one) => one.errors);
  const warnings = found.flatMap((one) => one.warnings);
  return strict
    ? { valid: errors.length + warnings.length === 0, errors: [...errors, ...warnings], warnings: [] }
    : { valid: errors.length === 0, errors, warnings };
}

export function fileFinding(file: string, error_type: FindingType, message: string): FileFinding {
  return inFile(file, { error_type, message, line: 1 });
}

/** In the order in which findings are printed. */
function inFile(
  file: string,
  { error_type, message, line, section, suggestion: hint }: SpecFinding,
): FileFinding {
  return {
    error_type,
    message,
    file,
    line,
    ...(section === undefined ? undefined : { section }),
    ...(hint === undefined ? undefined : { suggestion: hint }),
  };
}

function suggestion(modules: Modules, target: string, symbol: string): string {
  const record = modules.record(folderOf(target));
  if (record !== undefined) {
    const names = record.symbols.map(({ name }) => name);
    const near = names.find((name) => name.toLowerCase() === symbol.toLowerCase());
    if (near !== undefined) return `did you mean ${target}#${near}?`;
    return `${target} exports ${names.slice(0, 8).join(', ') || 'nothing'}`;
  }
  const owners = modules
    .dirs()
    .filter((dir) => modules.record(dir)?.symbols.some(({ name }) => name === symbol))
    .slice(0, 3);
  return owners.length > 0
    ? `did you mean ${owners.map((dir) => `${claudeMdOf(dir)}#${symbol}`).join(' or ')}?`
    : `there is no ${target}`;
}

function byLine(a: FileFinding, b: FileFinding): number {
  return a.line - b.line;
}
