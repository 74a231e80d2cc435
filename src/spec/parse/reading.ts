import type { ClaudeMdSpec, SpecFinding } from '../spec.ts';
import type { Block } from './block.ts';
import type { Blocks } from './blocks.ts';

/** What a section's reader gets: its blocks, the parts of the spec to fill, and where to report what it cannot read. */
export interface Reading<Part extends keyof ClaudeMdSpec = keyof ClaudeMdSpec> {
  blocks: readonly Block[];
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
export function joined(reading: Reading<never>, at: number): { text: string; next: number } {
  let text = (reading.blocks[at] as Block).text;
  let next = at + 1;
  for (; next < reading.to; next += 1) {
    const block = reading.blocks[next] as Block;
    if (block.kind !== 'text' || !block.follows) break;
    text += ` ${block.text}`;
  }
  return { text, next };
}
