import { z } from 'zod';
import { goalResult, type GoalResult } from '../done.ts';
import type { GoalCommand } from './goals.ts';

/** What has to be known of the goals before a run, wherever it goes on. */
export const baselineGoals = z.array(goalResult.pick({ goal: true, status: true, failures: true }));
export type BaselineGoals = z.infer<typeof baselineGoals>;

/**
 * The baseline of a run that goes on elsewhere: what is red there now may be its own doing. Only whether a command can
 * start is asked of this machine.
 */
export function baselineKept(now: readonly GoalResult[], kept: BaselineGoals | undefined): GoalResult[] {
  return now.map((one) => ({ ...one, ...kept?.find(({ goal }) => goal === one.goal) }));
}

/**
 * The commands of the goals: those that there were before the run, whatever a session has made of the project's
 * scripts, and for a goal that had none the one that there is now.
 */
export function heldCommands(
  now: readonly GoalCommand[],
  before: readonly Pick<GoalResult, 'goal' | 'argv'>[],
): GoalCommand[] {
  return now.map(({ goal, argv }) => ({
    goal,
    argv: before.find((one) => one.goal === goal)?.argv ?? argv,
  }));
}

/**
 * A goal as it counts for the run: red before and no worse now is old, and nobody's fault here. Anything that failed
 * now and did not before is the run's. An old failure is still a failure: nobody is told that it passes.
 */
export function againstBaseline(now: GoalResult, before: readonly GoalResult[]): GoalResult {
  const then = before.find(({ goal }) => goal === now.goal);
  if (now.status !== 'FAIL' || then?.status !== 'FAIL') return now;
  const fresh = now.failures.filter((failure) => !then.failures.includes(failure));
  return fresh.length === 0 ? { ...now, old: true } : now;
}

/** Red by this run's own doing. */
export const isRed = ({ status, old }: Pick<GoalResult, 'status' | 'old'>): boolean =>
  status === 'FAIL' && !old;
