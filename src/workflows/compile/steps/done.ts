import type { StepResult } from '../../engine/flow.ts';
import type { CompileResults } from '../results.ts';

/** What a step of this flow gives back. */
export type Done<Name extends keyof CompileResults> = Promise<StepResult<CompileResults[Name]>>;
