import type { BlockList } from '../blocks/block-list.ts';

/** The text of a section that is prose, below what an earlier section of its name said. */
export function prose(blocks: BlockList, from: number, to: number, before: string): string {
  const lines = before === '' ? [] : [before];
  for (let at = from; at < to; at += 1) {
    if (!blocks.follows(at) && lines.length > 0) lines.push('');
    lines.push(blocks.kind(at) === 'bullet' ? `- ${blocks.text(at)}` : blocks.text(at));
  }
  return lines.join('\n').trim();
}
