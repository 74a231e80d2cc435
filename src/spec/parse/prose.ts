import type { Block } from './block.ts';

/** The text of a section that is prose, below what an earlier section of its name said. */
export function prose(blocks: readonly Block[], from: number, to: number, before: string): string {
  const lines = before === '' ? [] : [before];
  for (let at = from; at < to; at += 1) {
    const block = blocks[at] as Block;
    if (!block.follows && lines.length > 0) lines.push('');
    lines.push(block.kind === 'bullet' ? `- ${block.text}` : block.text);
  }
  return lines.join('\n').trim();
}
