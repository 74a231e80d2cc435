import type { PdcaDone } from '../done.ts';
import type { LeadInput } from '../options.ts';
import type { LeadEnd, LeadMove } from '../work.ts';
import { lead } from './lead.ts';

export type Next = ({ kind: 'move' } & LeadMove) | ({ kind: 'end' } & LeadEnd);

/** The next move: the lead's story replayed over what was done so far. Pure. */
export function nextOf(input: LeadInput, done: readonly PdcaDone[]): Next {
  const story = lead(input);
  let at = story.next();
  for (const one of done) {
    if (at.done === true) break;
    at = story.next(one);
  }
  return at.done === true ? { kind: 'end', ...at.value } : { kind: 'move', ...at.value };
}
