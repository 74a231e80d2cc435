import type { Mode } from './mode.ts';

/** What a session is for, as far as its model depends on it. */
export type Purpose =
  | 'explore'
  | 'plan'
  | 'review-plan'
  | 'design'
  | 'implement'
  | 'judge'
  | 'fix'
  | 'qa'
  | 'report'
  | 'context';

/** haiku for exploring, LIGHT planning and reports; sonnet otherwise; `--opus` lifts the key roles in HEAVY. */
export function modelOf(purpose: Purpose, mode: Mode, opus: boolean): string {
  if (purpose === 'explore' || purpose === 'report' || (purpose === 'plan' && mode === 'LIGHT'))
    return 'haiku';
  const key = purpose === 'design' || purpose === 'implement' || purpose === 'judge';
  return opus && mode === 'HEAVY' && key ? 'opus' : 'sonnet';
}
