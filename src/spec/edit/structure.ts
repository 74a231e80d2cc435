import type { ClaudeMdSpec } from '../spec.ts';
import { parseSpec } from '../parse/parse.ts';
import { checkedEdit, sameBut } from './edit.ts';
import { sectionPart } from './place.ts';
import { lastLineOf, linesOf, splice } from './splice.ts';

/** Adds a file, or a folder by its trailing slash, to Structure. */
export function addStructure(text: string, name: string, description: string): string | undefined {
  const part = sectionPart(text, 'Structure');
  if (part === undefined || /[\s`*:]/.test(name)) return undefined;
  const { all } = linesOf(text);
  const at = part.none ?? lastLineOf(text, part.heading, part.end);
  const isBelowList = /^\s*[-*+]\s/.test(all[at - 1] ?? '');
  const above = part.none !== undefined || isBelowList ? [] : [''];
  const below = part.none === undefined && (all[at] ?? '').trim() !== '' ? [''] : [];
  const entry = `- ${name}: ${description.replace(/\s+/g, ' ').trim()}`;
  const edited = splice(text, at, part.none === undefined ? 0 : 1, [...above, entry, ...below]);
  return checkedEdit(
    text,
    edited,
    (after, before) =>
      sameBut(after, before, 'structure') &&
      entries(after).length === entries(before).length + 1 &&
      entries(after).includes(name.replace(/\/$/, '')),
  );
}

/** Takes the entry of something that is not there out of Structure. */
export function removeStructure(text: string, name: string): string | undefined {
  const { structure } = parseSpec(text).spec;
  const entry = [...structure.files, ...structure.subdirs].find(
    (one) => one.name === name.replace(/\/$/, ''),
  );
  if (entry === undefined) return undefined;
  const edited = splice(text, entry.line - 1, 1, []);
  return checkedEdit(
    text,
    edited,
    (after, before) =>
      sameBut(after, before, 'structure') && entries(after).length === entries(before).length - 1,
  );
}

function entries({ structure }: ClaudeMdSpec): string[] {
  return [...structure.files, ...structure.subdirs].map(({ name }) => name);
}
