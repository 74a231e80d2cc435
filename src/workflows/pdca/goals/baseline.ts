import type { GoalResult } from '../done.ts';

/**
 * A goal as it counts for the run: red before and no worse now is old, and nobody's fault here. Anything that failed
 * now and did not before is the run's.
 */
export function againstBaseline(now: GoalResult, before: readonly GoalResult[]): GoalResult {
  const then = before.find(({ goal }) => goal === now.goal);
  if (now.status !== 'FAIL' || then?.status !== 'FAIL') return now;
  const fresh = now.failures.filter((failure) => !then.failures.includes(failure));
  return fresh.length === 0 ? { ...now, status: 'PASS', old: true } : now;
}
