import { parseSpec, type ParsedSpec } from '../parse/parse.ts';
import type { ClaudeMdSpec } from '../spec.ts';

/**
 * The text after an edit, or undefined when the edit is not made: the file did not parse before, would not parse
 * after, or says anything else differently than the edit was for.
 */
export function checkedEdit(
  before: string,
  edited: string | undefined,
  isDone: (after: ClaudeMdSpec, before: ClaudeMdSpec) => boolean,
): string | undefined {
  if (edited === undefined || edited === before) return undefined;
  const was = parseSpec(before);
  const is = parseSpec(edited);
  if (hasErrors(was) || hasErrors(is)) return undefined;
  return isDone(is.spec, was.spec) && is.spec.warnings.length <= was.spec.warnings.length
    ? edited
    : undefined;
}

export function hasErrors({ diagnostics }: ParsedSpec): boolean {
  return diagnostics.some(({ severity }) => severity === 'error');
}

/** Whether two specs say the same but for the named fields; lines may have moved. */
export function sameBut(a: ClaudeMdSpec, b: ClaudeMdSpec, ...fields: (keyof ClaudeMdSpec)[]): boolean {
  const skip = new Set<string>([...fields, 'warnings']);
  const shown = (spec: ClaudeMdSpec) =>
    JSON.stringify(
      Object.entries(spec).filter(([name]) => !skip.has(name)),
      (key, value: unknown) => (key === 'line' ? undefined : value),
    );
  return shown(a) === shown(b);
}
