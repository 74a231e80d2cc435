import type { BlockList } from './blocks/block-list.ts';
import { SECTION_NAMES, type SectionName } from './names.ts';

/** Headings from this level on are never sections. */
const DEEPEST = 5;

/** A section's heading and the blocks that belong to it: `blocks[from]` up to before `blocks[to]`. */
export interface Section {
  name: SectionName;
  level: number;
  line: number;
  from: number;
  to: number;
}

/**
 * Finds the sections by their names at levels 1–4. Where a name stands at several levels, the shallowest is the
 * section and deeper ones are symbols or parts of it: a type called `Protocol` under Exports is no section.
 */
export function findSections(blocks: BlockList): Section[] {
  const { headings } = blocks;
  const found: Found[] = [];
  const shallowest = new Uint8Array(SECTION_NAMES.length).fill(DEEPEST);
  let domainLevel = 0;
  for (let i = 0; i < headings.length; i += 1) {
    const at = headings[i] as number;
    const level = blocks.depth(at);
    if (level <= domainLevel) domainLevel = 0;
    if (level >= DEEPEST) continue;
    const name = blocks.section(at);
    if (name === undefined) continue;
    // `### Constraints` below Domain Context is a part of it.
    if (name === 'Constraints' && domainLevel > 0) continue;
    if (name === 'Domain Context') domainLevel = level;
    const number = SECTION_NAMES.indexOf(name);
    found.push({ name, number, level, at });
    if (level < (shallowest[number] as number)) shallowest[number] = level;
  }
  const sections: Section[] = [];
  let end = blocks.length;
  let heading = headings.length - 1;
  // From the last to the first: where one section begins, the one before it ends at the latest.
  for (let i = found.length - 1; i >= 0; i -= 1) {
    const { name, number, level, at } = found[i] as Found;
    if (shallowest[number] !== level) continue;
    let to = end;
    for (; (headings[heading] as number) > at; heading -= 1) {
      const below = headings[heading] as number;
      if (blocks.depth(below) <= level) to = below;
    }
    sections.push({ name, level, line: blocks.line(at), from: at + 1, to });
    end = at;
  }
  return sections.reverse();
}

interface Found {
  name: SectionName;
  /** Of the name. */
  number: number;
  level: number;
  /** Index of its heading. */
  at: number;
}
