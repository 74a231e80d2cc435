import { readBlocks } from '../parse/blocks/blocks.ts';
import { Source } from '../parse/blocks/source.ts';
import { findSections } from '../parse/sections.ts';
import { CURRENT_VERSION, parseSpec } from '../parse/parse.ts';
import { sectionNamed } from '../parse/names.ts';
import { symbolHeadingLevel } from '../parse/section/exports.ts';
import type { ClaudeMdSpec } from '../spec.ts';
import { largestKept } from './largest-kept.ts';
import { sameMeaning } from './meaning.ts';

export interface Migration {
  /** The new text; the old one when nothing changes. */
  text: string;
  from_version: string;
  to_version: string;
  changes: MigrationChange[];
  suggestions: string[];
}

export interface MigrationChange {
  change_type: 'AddVersionMarker' | 'ReplaceVersionMarker' | 'ConvertExportToHeading';
  description: string;
  /** In the file as it was. */
  line: number;
}

const MARKER = /^\uFEFF?\s*<!--\s*schema:\s*(\d+(?:\.\d+)*)\s*-->/;

/** v1 → v2: the marker, and a heading for each exported bullet. Every other byte stays as it is. */
export function migrate(text: string): Migration {
  const { spec } = parseSpec(text);
  const from = spec.schema_version;
  const unchanged = (suggestion: string): Migration => ({
    text,
    from_version: from,
    to_version: CURRENT_VERSION,
    changes: [],
    suggestions: [suggestion],
  });
  if (from === CURRENT_VERSION) return unchanged(`Already at schema version ${CURRENT_VERSION}`);
  if (Number.parseInt(from, 10) >= 2)
    return unchanged(`Schema version ${from} is newer than ${CURRENT_VERSION}`);

  const lines = text.split('\n');
  const newline = (lines[0] ?? '').endsWith('\r') ? '\r\n' : '\n';
  const marked = markVersion(lines, newline);
  const sections = findSections(readBlocks(new Source(text)).blocks);
  const level = sections.find(({ name }) => name === 'Exports')?.level ?? 2;
  const bullets = exportBullets(spec);
  const convert = (some: readonly Bullet[]) => exportsToHeadings(marked.lines, some, level, newline);
  const keepsMeaning = (some: readonly Bullet[]) =>
    sameMeaning(spec, parseSpec(convert(some).lines.join('\n')).spec);
  // Above a YAML header it makes text of it, and below a long one it would not be seen.
  if (!keepsMeaning([]))
    return unchanged('The YAML header leaves no place for the marker in the first five lines; shorten it');
  const { kept, left } = largestKept(bullets, keepsMeaning);
  const converted = convert(kept);
  return {
    text: converted.lines.join('\n'),
    from_version: from,
    to_version: CURRENT_VERSION,
    changes: [marked.change, ...converted.changes],
    suggestions: [
      ...left.map(
        ({ name, line }) =>
          `line ${line}: ${name} stays a bullet, because a heading here would change what the file says; give it one by hand`,
      ),
      ...suggestionsFor(spec),
    ],
  };
}

function markVersion(
  lines: readonly string[],
  newline: string,
): { lines: string[]; change: MigrationChange } {
  const changed = [...lines];
  for (let at = 0; at < Math.min(5, lines.length); at += 1) {
    const line = lines[at] as string;
    const found = MARKER.exec(line);
    const version = found?.[1];
    // The current version here is a quotation: a marker that counts has been seen before.
    if (found === null || version === undefined || version === CURRENT_VERSION) continue;
    changed[at] = line.replace(found[0], found[0].replace(version, CURRENT_VERSION));
    return {
      lines: changed,
      change: {
        change_type: 'ReplaceVersionMarker',
        description: `schema ${version} → ${CURRENT_VERSION}`,
        line: at + 1,
      },
    };
  }
  const at = headerLines(lines);
  const line = lines[at] ?? '';
  const bom = line.startsWith('\uFEFF') ? '\uFEFF' : '';
  // In one entry with the line it stands above, so that the other lines keep their numbers.
  changed[at] = `${bom}<!-- schema: ${CURRENT_VERSION} -->${newline}${line.slice(bom.length)}`;
  return {
    lines: changed,
    change: {
      change_type: 'AddVersionMarker',
      description: `Added <!-- schema: ${CURRENT_VERSION} -->`,
      line: at + 1,
    },
  };
}

/** How many lines a short YAML header has: the marker goes below it, as long as it is among the first five. */
function headerLines(lines: readonly string[]): number {
  if ((lines[0] ?? '').trim() !== '---') return 0;
  const end = lines.slice(1, 4).findIndex((line) => line.trimEnd() === '---');
  return end === -1 ? 0 : end + 2;
}

interface Bullet {
  name: string;
  line: number;
}

function exportBullets(spec: ClaudeMdSpec): Bullet[] {
  return Object.values(spec.exports)
    .flat()
    .filter((item) => item.anchor === undefined)
    .sort((a, b) => a.line - b.line);
}

const BULLET = /^(\s*)[-*+][ \t]+/;

function exportsToHeadings(
  lines: readonly string[],
  bullets: readonly Bullet[],
  exportsLevel: number,
  newline: string,
): { lines: string[]; changes: MigrationChange[] } {
  const changed = [...lines];
  const changes: MigrationChange[] = [];
  const symbolLevel = symbolHeadingLevel(exportsLevel);
  for (const { name, line } of bullets) {
    const raw = changed[line - 1] as string;
    // The marker may stand in the same entry.
    const start = raw.lastIndexOf('\n', raw.length - 1) + 1;
    const bullet = BULLET.exec(raw.slice(start));
    if (bullet === null) continue;
    const level = sectionNamed(name) === undefined ? 4 : 5;
    const hashes = '#'.repeat(Math.max(level, symbolLevel));
    const gap = start > 0 || (changed[line - 2] ?? '').trim() === '' ? '' : newline;
    const rest = raw.slice(start + bullet[0].length);
    changed[line - 1] = `${raw.slice(0, start)}${gap}${hashes} ${name}${newline}${rest}`;
    changes.push({
      change_type: 'ConvertExportToHeading',
      description: `${name}: bullet → heading`,
      line,
    });
  }
  return { lines: changed, changes };
}

function suggestionsFor(spec: ClaudeMdSpec): string[] {
  const suggestions: string[] = [];
  if (spec.behaviors.length === 0) return suggestions;
  if (spec.actors.length === 0)
    suggestions.push('Add ### Actors to Behavior (- Name: text) to say who uses this module');
  if (spec.use_cases.length === 0)
    suggestions.push('Group the behaviors under ### UC-1: Name, ### UC-2: Name … with - Actor: Name');
  return suggestions;
}
