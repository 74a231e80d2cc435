import { specSymbols, type SpecSymbol } from '../diff/spec-symbols.ts';
import type { ExportKind } from '../exports/exported.ts';
import { withoutId } from '../parse/inline.ts';
import { exportGroup, type ExportGroup } from '../parse/names.ts';
import { CURRENT_VERSION, parseSpec } from '../parse/parse.ts';
import { symbolHeadingLevel } from '../parse/section/exports.ts';
import type { ClaudeMdSpec } from '../spec.ts';
import { checkedEdit, sameBut } from './edit.ts';
import { sectionPart, subPart, type Part } from './place.ts';
import { lastLineOf, linesOf, splice } from './splice.ts';

/** Puts another signature in the place of the one a symbol has. */
export function setSignature(text: string, name: string, signature: string): string | undefined {
  const symbols = specSymbols(parseSpec(text).spec);
  const symbol = symbols.find((one) => one.name === name);
  if (symbol === undefined || symbol.signature === '' || signature.includes('`')) return undefined;
  const next = symbols.find((one) => one.line > symbol.line)?.line;
  const { all } = linesOf(text);
  const end = Math.min(next === undefined ? all.length : next - 1, sectionPart(text, 'Exports')?.end ?? 0);
  const fresh = oneLine(signature);
  for (let at = symbol.line - 1; at < end; at += 1) {
    const line = all[at] ?? '';
    const found = line.indexOf(`\`${symbol.signature}\``);
    if (found === -1) continue;
    const from = found + 1;
    const start = all.slice(0, at).reduce((sum, one) => sum + one.length + 1, 0) + from;
    const edited = text.slice(0, start) + fresh + text.slice(start + symbol.signature.length);
    return checkedEdit(
      text,
      edited,
      (after, before) =>
        sameBut(after, before, 'exports') &&
        onlyDiffer(after, before, name, (one) => one.signature === fresh),
    );
  }
  return undefined;
}

const GROUPS: Readonly<Record<ExportKind, string>> = {
  function: 'Functions',
  method: 'Methods',
  class: 'Classes',
  interface: 'Types',
  type: 'Types',
  trait: 'Types',
  enum: 'Enums',
  struct: 'Structs',
  variable: 'Variables',
  module: 'Variables',
  macro: 'Functions',
  reexport: 'Variables',
};

/** Adds a symbol at the end of its group; the group is added where it is missing. */
export function addExport(
  text: string,
  { name, kind, signature }: { name: string; kind: ExportKind; signature: string },
): string | undefined {
  const part = sectionPart(text, 'Exports');
  const fresh = oneLine(signature);
  if (part === undefined || fresh.includes('`')) return undefined;
  const { all } = linesOf(text);
  const title = GROUPS[kind];
  const wanted: ExportGroup | undefined = exportGroup(title);
  const group = subPart(part, all.length, (heading) => exportGroup(withoutId(heading)) === wanted);
  const place = group ?? part;
  const symbol =
    parseSpec(text).spec.schema_version === CURRENT_VERSION
      ? [`${'#'.repeat(symbolHeadingLevel(part.level))} ${name}`, '', `\`${fresh}\``]
      : [`- \`${fresh}\``];
  const isList = symbol.length === 1;
  const heading = group === undefined ? [`${'#'.repeat(part.level + 1)} ${title}`, ''] : [];
  const at = place.none ?? lastLineOf(text, place.heading, place.end);
  const above =
    place.none !== undefined || (isList && group !== undefined && /^\s*-/.test(all[at - 1] ?? ''))
      ? []
      : [''];
  const below = place.none === undefined && (all[at] ?? '').trim() !== '' ? [''] : [];
  const edited = splice(text, at, place.none === undefined ? 0 : 1, [
    ...above,
    ...heading,
    ...symbol,
    ...below,
  ]);
  return checkedEdit(text, edited, (after, before) => {
    const names = specSymbols(after).map((one) => one.name);
    return (
      sameBut(after, before, 'exports') &&
      names.length === specSymbols(before).length + 1 &&
      names.includes(name) &&
      onlyDiffer(after, before, name, () => true)
    );
  });
}

/** Takes out a symbol that the source does not have. */
export function removeExport(text: string, name: string): string | undefined {
  const part = sectionPart(text, 'Exports');
  const symbol = specSymbols(parseSpec(text).spec).find((one) => one.name === name);
  if (part === undefined || symbol === undefined) return undefined;
  const { from, to } = linesOfSymbol(part, symbol.line);
  // The last of a section leaves None behind.
  for (const left of [[], ['None']]) {
    const edited = checkedEdit(
      text,
      splice(text, from, to - from, left),
      (after, before) =>
        sameBut(after, before, 'exports') &&
        specSymbols(after).length === specSymbols(before).length - 1 &&
        onlyDiffer(after, before, name),
    );
    if (edited !== undefined) return edited;
  }
  return undefined;
}

/** A bullet with what is indented below it, or a heading with everything up to the next one of its level. */
function linesOfSymbol({ blocks, section, end }: Part, line: number): { from: number; to: number } {
  let at = section.from;
  while (at < section.to && blocks.line(at) < line) at += 1;
  const isHeading = blocks.isHeading(at);
  const depth = blocks.depth(at);
  let next = at + 1;
  while (next < section.to && (isHeading ? !endsPart(blocks, next, depth) : isBelow(blocks, next, depth)))
    next += 1;
  return { from: line - 1, to: next < section.to ? blocks.line(next) - 1 : end };
}

function endsPart(blocks: Part['blocks'], at: number, depth: number): boolean {
  return blocks.isHeading(at) && blocks.depth(at) <= depth;
}

function isBelow(blocks: Part['blocks'], at: number, depth: number): boolean {
  return !blocks.isHeading(at) && blocks.depth(at) > depth;
}

/** Whether all symbols but one say what they said. */
function onlyDiffer(
  after: ClaudeMdSpec,
  before: ClaudeMdSpec,
  name: string,
  isWanted?: (symbol: SpecSymbol) => boolean,
): boolean {
  const others = (spec: ClaudeMdSpec) =>
    specSymbols(spec)
      .filter((one) => one.name !== name)
      .map((one) => JSON.stringify({ ...one, line: 0 }))
      .sort()
      .join('\n');
  const mine = specSymbols(after).filter((one) => one.name === name);
  return others(after) === others(before) && (isWanted === undefined || mine.some(isWanted));
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
