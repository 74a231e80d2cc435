import type { RunId } from '../../work/ids.ts';
import { doneOf } from '../../workflows/pdca/decide.ts';
import type { PdcaDone } from '../../workflows/pdca/done.ts';
import type { PdcaInput } from '../../workflows/pdca/input.ts';
import { nextOf, type Next } from '../../workflows/pdca/lead/next.ts';

/** How far a run is: what was done, and what the lead wants next. */
export interface Standing {
  next: Next;
  done: PdcaDone[];
  /** Undefined: it has not begun. */
  run: RunId | undefined;
}

export function standingOf(
  input: PdcaInput,
  journal: Parameters<typeof doneOf>[0],
  run: RunId | undefined,
): Standing {
  const done = doneOf(journal);
  return { next: nextOf(input, done), done, run };
}
