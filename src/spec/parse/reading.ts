import type { ClaudeMdSpec, SpecFinding } from '../spec.ts';
import type { BlockList } from './blocks/block-list.ts';
import type { Blocks } from './blocks/blocks.ts';

/** What a section's reader gets: its blocks, the parts of the spec to fill, and where to report what it cannot read. */
export interface Reading<Part extends keyof ClaudeMdSpec = keyof ClaudeMdSpec> {
  blocks: BlockList;
  skipped: Blocks['skipped'];
  from: number;
  to: number;
  /** Level of the section's heading. */
  level: number;
  spec: Pick<ClaudeMdSpec, Part>;
  warn(finding: SpecFinding): void;
  fail(finding: SpecFinding): void;
}

/** The block's text with the lines that continue it, and the index after them. */
export function joined({ blocks, to }: Reading<never>, at: number): { text: string; next: number } {
  let text = blocks.text(at);
  let next = at + 1;
  for (; next < to && blocks.continues(next); next += 1) text += ` ${blocks.text(next)}`;
  return { text, next };
}
