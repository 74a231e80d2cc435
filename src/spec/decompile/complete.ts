import { closingLine, staysOpen } from '../implements/body.ts';
import { linesOf, splice } from '../edit/splice.ts';
import { migrate } from '../migrate/migrate.ts';
import { readBlocks } from '../parse/blocks/blocks.ts';
import { Source } from '../parse/blocks/source.ts';
import { REQUIRED, type SectionName } from '../parse/names.ts';
import { CURRENT_VERSION, parseSpec } from '../parse/parse.ts';
import { findSections, type Section } from '../parse/sections.ts';

/** Sections that a person wrote and that promise something the source may not do. */
const PROMISES: readonly SectionName[] = ['Exports', 'Behavior', 'Contract', 'Protocol', 'Domain Context'];

/** What keeps a CLAUDE.md from being whole: required sections that are not there, or that say nothing. */
export function lackingSections(text: string): SectionName[] {
  const sections = sectionsOf(text);
  return REQUIRED.filter((name) => {
    const section = sections.find((one) => one.name === name);
    return section === undefined || isBare(section);
  });
}

/** Whether a text leaves it to the source what the module does. */
export function promisesNothing(text: string): boolean {
  return !sectionsOf(text).some((section) => PROMISES.includes(section.name) && !isBare(section));
}

/** A text with the sections of the draft that it lacks; every byte that is there stays. */
export function completeSpec(text: string, draft: string): string {
  const isNew = parseSpec(text).spec.schema_version === CURRENT_VERSION;
  const whole = isNew ? migrate(draft).text : draft;
  const drafted = sectionsOf(whole);
  let out = text;
  for (const section of sectionsOf(text).reverse()) {
    const from = drafted.find(({ name }) => name === section.name);
    if (isBare(section) && from !== undefined)
      out = splice(out, section.line, 0, bodyOf(whole, from, drafted));
  }
  const has = new Set(sectionsOf(text).map(({ name }) => name));
  const added = drafted
    .filter(({ name }) => !has.has(name))
    .flatMap((section) => [`## ${section.name}`, ...bodyOf(whole, section, drafted), '']);
  return added.length === 0 ? out : appended(out, added.slice(0, -1));
}

function appended(text: string, added: readonly string[]): string {
  const { all } = linesOf(text);
  // Below a fence that was never closed nothing would be read.
  const closing = staysOpen(all) ? closingLine(all) : undefined;
  const apart = text.trim() === '' || /\n\r?\n$/.test(text) ? [] : [''];
  return splice(text, all.length, 0, [...(closing === undefined ? [] : [closing]), ...apart, ...added]);
}

function sectionsOf(text: string): Section[] {
  return findSections(readBlocks(new Source(text)).blocks);
}

const isBare = ({ from, to }: Section): boolean => from >= to;

/** The lines below a section's heading, up to the next section's. */
function bodyOf(text: string, { line }: Section, all: readonly Section[]): string[] {
  const lines = text.split('\n');
  const next = all.find((one) => one.line > line);
  const body = lines.slice(line, next === undefined ? lines.length : next.line - 1);
  while (body.at(-1)?.trim() === '') body.pop();
  return body;
}
