import type { ClaudeMdSpec, SpecFinding } from '../spec.ts';
import { readBehavior } from './section/behavior.ts';
import type { BlockList } from './blocks/block-list.ts';
import { readBlocks } from './blocks/blocks.ts';
import { readContract } from './section/contract.ts';
import { readDependencies } from './section/dependencies.ts';
import { readDomainContext } from './section/domain.ts';
import { readExports } from './section/exports.ts';
import { isNone, plain } from './inline.ts';
import { REQUIRED, type SectionName } from './names.ts';
import { findMentions, type Mention } from './mentions.ts';
import { prose } from './section/prose.ts';
import { readProtocol } from './section/protocol.ts';
import type { Reading } from './reading.ts';
import { findSections, type Section } from './sections.ts';
import { Source } from './blocks/source.ts';
import { readStructure } from './section/structure.ts';

export interface Diagnostic extends SpecFinding {
  severity: 'error' | 'warning';
}

export interface ParsedSpec {
  spec: ClaudeMdSpec;
  /** Errors and warnings; the warnings are in the spec as well. */
  diagnostics: Diagnostic[];
  /** Cross references as written, in the order of their lines. */
  references: Mention[];
}

/** Files without a marker are of this version. */
export const FIRST_VERSION = '1.0';
export const CURRENT_VERSION = '2.0';

const READERS: Partial<Record<SectionName, (reading: Reading) => void>> = {
  Exports: readExports,
  Behavior: readBehavior,
  Contract: readContract,
  Protocol: readProtocol,
  'Domain Context': readDomainContext,
  Structure: readStructure,
  Dependencies: readDependencies,
};

/** Any text at all → what it specifies. Never throws; linear in the length of the text. */
export function parseSpec(text: string): ParsedSpec {
  return parseSource(new Source(text));
}

/** The same for a file's bytes, several times faster. */
export function parseSpecBytes(bytes: Buffer): ParsedSpec {
  return parseSource(new Source(bytes));
}

function parseSource(source: Source): ParsedSpec {
  const read = readBlocks(source);
  const { blocks, skipped, marker } = read;
  const sections = findSections(blocks);
  const spec = emptySpec(marker?.version ?? FIRST_VERSION);
  const diagnostics: Diagnostic[] = [];
  const warn = (finding: SpecFinding) => {
    spec.warnings.push(finding);
    diagnostics.push({ severity: 'warning', ...finding });
  };
  const fail = (finding: SpecFinding) => diagnostics.push({ severity: 'error', ...finding });

  spec.name = moduleName(blocks, sections);
  if (marker !== undefined && marker.version !== FIRST_VERSION && marker.version !== CURRENT_VERSION) {
    warn({
      error_type: 'InvalidSectionContent',
      message: `unknown schema version ${marker.version}`,
      line: marker.line,
      suggestion: `write <!-- schema: ${CURRENT_VERSION} -->`,
    });
  }
  const seen = new Map<SectionName, Section>();
  for (const section of sections) {
    const { name, from, to, level, line } = section;
    const first = seen.get(name);
    if (first === undefined) seen.set(name, section);
    else {
      warn({
        error_type: 'InvalidSectionContent',
        message: `a second ${name} section; the first is on line ${first.line}`,
        line,
        section: name,
        suggestion: 'merge the two',
      });
    }
    if (name === 'Purpose') spec.purpose = prose(blocks, from, to, spec.purpose);
    else if (name === 'Summary') spec.summary = prose(blocks, from, to, spec.summary);
    else READERS[name]?.({ blocks, skipped, from, to, level, spec, warn, fail });
  }
  checkRequired(seen, spec, source.chars, warn, fail);
  return { spec, diagnostics, references: findMentions(read, sections) };
}

function emptySpec(version: string): ClaudeMdSpec {
  return {
    name: '',
    purpose: '',
    summary: '',
    exports: { functions: [], types: [], classes: [], enums: [], variables: [] },
    dependencies: { external: [], internal: [] },
    behaviors: [],
    actors: [],
    use_cases: [],
    contracts: [],
    protocol: { states: [], transitions: [], lifecycle: [] },
    domain_context: { decision_rationale: [], constraints: [], compatibility: [] },
    structure: { subdirs: [], files: [] },
    schema_version: version,
    warnings: [],
  };
}

function moduleName(blocks: BlockList, sections: readonly Section[]): string {
  // One past the heading of the first section; without any section no heading belongs to one.
  const first = sections[0]?.from ?? blocks.length + 1;
  for (let at = 0; at < Math.min(first, blocks.length); at += 1) {
    if (blocks.isHeading(at) && blocks.depth(at) === 1 && at !== first - 1) return plain(blocks.text(at));
  }
  return '';
}

function lineCount(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1;
  return text.endsWith('\n') ? lines - 1 : lines;
}

type Report = (finding: SpecFinding) => void;

function checkRequired(
  seen: ReadonlyMap<SectionName, Section>,
  spec: ClaudeMdSpec,
  text: string,
  warn: Report,
  fail: Report,
): void {
  const missing = REQUIRED.filter((name) => !seen.has(name));
  if (missing.length > 0) {
    const end = lineCount(text) + 1;
    const places = missing.map((name) => ({ name, line: placeOf(name, seen, end) }));
    fail({
      error_type: 'MissingSection',
      message: `missing required section${missing.length > 1 ? 's' : ''}: ${places.map(({ name, line }) => `${name} (line ${line})`).join(', ')}`,
      line: places[0]?.line ?? 1,
      section: missing.join(', '),
      suggestion: `add ${missing.map((name) => `## ${name}`).join(', ')}${missing.some((name) => name !== 'Purpose' && name !== 'Summary') ? '; None is enough where nothing applies' : ''}`,
    });
  }
  for (const name of REQUIRED) {
    const section = seen.get(name);
    if (section === undefined) continue;
    const prosaic = name === 'Purpose' || name === 'Summary';
    const written = name === 'Purpose' ? spec.purpose : spec.summary;
    if (prosaic && (written === '' || isNone(written))) {
      fail({
        error_type: 'InvalidSectionContent',
        message: `${name} needs real text`,
        line: section.line,
        section: name,
        suggestion: `say in one or two sentences what the module is ${name === 'Purpose' ? 'for' : 'and does'}`,
      });
    } else if (!prosaic && name !== 'Exports' && section.from >= section.to) {
      warn({
        error_type: 'InvalidSectionContent',
        message: `the ${name} section is empty`,
        line: section.line,
        section: name,
        suggestion: 'write None if nothing applies',
      });
    }
  }
}

/** The line a missing section belongs on: before the next required one, or at the end. */
function placeOf(name: SectionName, seen: ReadonlyMap<SectionName, Section>, end: number): number {
  const order: readonly SectionName[] = REQUIRED;
  for (const later of order.slice(order.indexOf(name) + 1)) {
    const section = seen.get(later);
    if (section !== undefined) return section.line;
  }
  return end;
}
