import { dependencyKind } from '../parse/names.ts';
import { parseSpec } from '../parse/parse.ts';
import type { ClaudeMdSpec } from '../spec.ts';
import { checkedEdit, sameBut } from './edit.ts';
import { sectionPart, subPart } from './place.ts';
import { lastLineOf, linesOf, splice } from './splice.ts';

type Kind = 'external' | 'internal';

/** Adds something that the source imports, in the dialect that the section is written in. */
export function addDependency(text: string, kind: Kind, name: string): string | undefined {
  const part = sectionPart(text, 'Dependencies');
  if (part === undefined || /[\s`,]/.test(name)) return undefined;
  const { all } = linesOf(text);
  const group = subPart(part, all.length, (heading) => dependencyKind(heading.toLowerCase()) === kind);
  const place = group ?? part;
  const entry = group === undefined ? `- ${kind}: ${name}` : `- \`${name}\``;
  const at = place.none ?? lastLineOf(text, place.heading, place.end);
  const isBelowList = /^\s*[-*+]\s/.test(all[at - 1] ?? '');
  const above = place.none !== undefined || isBelowList ? [] : [''];
  const below = place.none === undefined && (all[at] ?? '').trim() !== '' ? [''] : [];
  const edited = splice(text, at, place.none === undefined ? 0 : 1, [...above, entry, ...below]);
  return checkedEdit(
    text,
    edited,
    (after, before) =>
      sameBut(after, before, 'dependencies') &&
      names(after).length === names(before).length + 1 &&
      names(after).includes(name),
  );
}

/** Takes out an entry that nothing imports, or that leads nowhere. */
export function removeDependency(text: string, name: string): string | undefined {
  const { external, internal } = parseSpec(text).spec.dependencies;
  const line =
    external.find((one) => one.name === name)?.line ?? internal.find((one) => one.path === name)?.line;
  if (line === undefined) return undefined;
  return checkedEdit(
    text,
    splice(text, line - 1, 1, []),
    (after, before) =>
      sameBut(after, before, 'dependencies') &&
      names(after).length === names(before).length - 1 &&
      names(before)
        .filter((one) => one !== name)
        .join('\n') ===
        names(after)
          .filter((one) => one !== name)
          .join('\n'),
  );
}

/** Whether Dependencies names it. */
export function dependsOn(text: string, name: string): boolean {
  return names(parseSpec(text).spec).includes(name);
}

function names({ dependencies: { external, internal } }: ClaudeMdSpec): string[] {
  return [...external.map((one) => one.name), ...internal.map((one) => one.path)];
}
