import type { Flow } from '../workflows/engine/flow.ts';
import { issueFlow } from '../workflows/issue/flow.ts';
import { mergeFlow } from '../workflows/merge/flow.ts';
import { pullFlow } from '../workflows/pull/flow.ts';

/** Every flow of the program. A new one is written beside the others and added here; the daemon does not change. */
export const FLOWS: readonly Flow[] = [issueFlow, pullFlow, mergeFlow];
