import type { Block } from './blocks.ts';
import { sectionNamed, type SectionName } from './names.ts';

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
export function findSections(blocks: readonly Block[]): Section[] {
  const found: { name: SectionName; level: number; at: number }[] = [];
  const shallowest = new Map<SectionName, number>();
  let domainLevel = 0;
  const headings: number[] = [];
  for (let at = 0; at < blocks.length; at += 1) {
    const block = blocks[at] as Block;
    if (block.kind !== 'heading') continue;
    headings.push(at);
    const level = block.depth;
    if (level <= domainLevel) domainLevel = 0;
    if (level > 4) continue;
    const name = sectionNamed(block.text);
    if (name === undefined) continue;
    // `### Constraints` below Domain Context is a part of it.
    if (name === 'Constraints' && domainLevel > 0) continue;
    if (name === 'Domain Context') domainLevel = level;
    found.push({ name, level, at });
    shallowest.set(name, Math.min(level, shallowest.get(name) ?? level));
  }
  const sections = found.filter(({ name, level }) => shallowest.get(name) === level);
  const starts = new Set(sections.map(({ at }) => at));
  let nextHeading = 0;
  return sections.map(({ name, level, at }) => {
    while (nextHeading < headings.length && (headings[nextHeading] as number) <= at) nextHeading += 1;
    let to = blocks.length;
    for (let i = nextHeading; i < headings.length; i += 1) {
      const index = headings[i] as number;
      if (starts.has(index) || (blocks[index] as Block).depth <= level) {
        to = index;
        break;
      }
    }
    return { name, level, line: (blocks[at] as Block).line, from: at + 1, to };
  });
}
