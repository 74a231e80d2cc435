import { missingModule, type Project } from './missing-module.ts';

/** Read, Analyze, Learn, Patch, Halt: what kind of failure it is decides whether another attempt makes sense. */
export const FAILURES = [
  'NOT_IMPLEMENTED',
  'LOGIC_ERROR',
  'TYPE_ERROR',
  'DESIGN_MISMATCH',
  'ENV_ISSUE',
] as const;
export type FailureClass = (typeof FAILURES)[number];

/** More attempts cannot mend a wrong design or a missing tool. */
export function endsAtOnce(failure: FailureClass): boolean {
  return failure === 'DESIGN_MISMATCH' || failure === 'ENV_ISSUE';
}

/** How each attempt goes about it; the next is wider than the one before. */
export const APPROACHES = ['error_text', 'wider_analysis', 'test_oracle'] as const;
export type Approach = (typeof APPROACHES)[number];

export function approachOf(iteration: number): Approach {
  return APPROACHES[Math.min(Math.max(iteration, 1), APPROACHES.length) - 1] ?? 'test_oracle';
}

export interface FailedRun {
  output: string;
  code: number | null;
  timedOut: boolean;
  /** The program itself could not be started. */
  notStarted?: boolean;
}

const SIGNS: readonly [FailureClass, RegExp][] = [
  [
    'DESIGN_MISMATCH',
    /\bDESIGN_MISMATCH\b|(design|interface|contract|specification) (mismatch|does not match|contradicts)/i,
  ],
  [
    'NOT_IMPLEMENTED',
    /not (yet )?implemented|NotImplementedError|unimplemented!|\btodo!\(|is not a function|is not defined\b|has no attribute|ReferenceError|no exported member|does not provide an export|cannot find (symbol|function|name|value)|Cannot find module '[./]|undefined: \w|unresolved (import|reference)|ImportError: cannot import name/i,
  ],
  [
    'ENV_ISSUE',
    /command not found|: not found$|not installed|No module named|Cannot find (module|package) '[^./]|ECONNREFUSED|ENOSPC|EADDRINUSE|EACCES|ENETUNREACH|permission denied|No space left|npm error code E|could not resolve host|Unable to locate/im,
  ],
  [
    'TYPE_ERROR',
    /\bTS\d{4}\b|\bTypeError\b|type mismatch|mismatched types|incompatible types?|error\[E0308\]|is not assignable to|cannot use .* as .* value|expected type/i,
  ],
];

/**
 * What a failed validation says about its cause. What is not recognised is a mistake in the logic. A module that is
 * missing is not written yet when it is the project's own; somebody else's has to be installed.
 */
export function classify(run: FailedRun, project?: Project): FailureClass {
  if (run.notStarted === true || run.code === 126 || run.code === 127) return 'ENV_ISSUE';
  const missing = project && missingModule(run.output, project);
  if (missing !== undefined) return missing === 'own' ? 'NOT_IMPLEMENTED' : 'ENV_ISSUE';
  return SIGNS.find(([, sign]) => sign.test(run.output))?.[0] ?? 'LOGIC_ERROR';
}
