import type { Target } from '../../../spec/compile/plan.ts';
import type { CompileResult, RedResult } from '../../../spec/compile/result.ts';
import type { ExportsDiff } from '../../../spec/diff/diff.ts';
import type { Impact } from '../../../spec/impact/impact.ts';
import type { Refused } from './plan.ts';

/** What became of a compile. */
export interface Compilation {
  targets: Target[];
  results: CompileResult[];
  /** Phase red has results of its own. */
  red: RedResult[];
  upToDate: string[];
  byHand: string[];
  refused: Refused[];
  diff: ExportsDiff[];
  impact: Impact[];
  warnings: { dir: string; message: string }[];
}
