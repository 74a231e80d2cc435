import type { BlockList } from '../parse/blocks/block-list.ts';
import { readBlocks } from '../parse/blocks/blocks.ts';
import { Source } from '../parse/blocks/source.ts';
import { isNone } from '../parse/inline.ts';
import type { SectionName } from '../parse/names.ts';
import { findSections, type Section } from '../parse/sections.ts';

/** A part of a text by its lines, counted from 0: its heading is at `heading`, its body ends before `end`. */
export interface Part {
  heading: number;
  level: number;
  end: number;
  /** The line that says `None`, where that is all it says. */
  none: number | undefined;
  blocks: BlockList;
  section: Section;
}

/** The section of this name, the first where there are several. */
export function sectionPart(text: string, name: SectionName): Part | undefined {
  const { blocks } = readBlocks(new Source(text));
  const section = findSections(blocks).find((one) => one.name === name);
  if (section === undefined) return undefined;
  const heading = section.line - 1;
  const end = section.to < blocks.length ? blocks.line(section.to) - 1 : text.split('\n').length;
  return {
    heading,
    level: section.level,
    end,
    none: noneIn(blocks, section.from, section.to),
    blocks,
    section,
  };
}

/** The part of a section below one of its headings. */
export function subPart(part: Part, lines: number, isWanted: (heading: string) => boolean): Part | undefined {
  const { blocks, section } = part;
  for (let at = section.from; at < section.to; at += 1) {
    if (!blocks.isHeading(at) || !isWanted(blocks.text(at))) continue;
    const level = blocks.depth(at);
    let to = at + 1;
    while (to < section.to && !(blocks.isHeading(to) && blocks.depth(to) <= level)) to += 1;
    const end = to < blocks.length ? blocks.line(to) - 1 : lines;
    return { ...part, heading: blocks.line(at) - 1, level, end, none: noneIn(blocks, at + 1, to) };
  }
  return undefined;
}

function noneIn(blocks: BlockList, from: number, to: number): number | undefined {
  return to - from === 1 && !blocks.isHeading(from) && isNone(blocks.text(from))
    ? blocks.line(from) - 1
    : undefined;
}
