import type { Check } from '../../../work/pull.ts';

/** An app that was asked to run a check again may report under the same number: then only time tells. */
const RERUN_PATIENCE_MS = 30 * 60_000;
/** A check that has not ended by then may have nobody who runs it. */
export const PENDING_PATIENCE_MS = 60 * 60_000;

/** That a check was run again by us, on this commit. */
export interface Rerun {
  context: string;
  id: number;
  at: number;
}

export interface CheckFacts {
  now: number;
  /** Of the head, without our own status. */
  checks: readonly Check[];
  /** Contexts that are red on the tip of the base too. */
  redOnBase: readonly string[];
  baseRef: string;
  /** Contexts that have been green on this very commit. */
  passedBefore: readonly string[];
  reruns: readonly Rerun[];
  mayRerun: boolean;
  pendingSince: number;
}

export interface CheckVerdict {
  /** Ours to fix. */
  fix: Check[];
  /** To be run once more before anything is said about them. */
  rerun: Check[];
  /** Passed when they were run again. */
  flaky: string[];
  /** What is not ours to fix, in words. */
  waits: string[];
}

const NEVER_RAN = new Map([
  ['action_required', 'waits for a person to allow it'],
  ['stale', 'was given up by the forge before it ran'],
  ['startup_failure', 'could not be started'],
  ['cancelled', 'was cancelled'],
]);

/** Whose turn it is when checks of a head that we pushed are not green. Pure. */
export function judgeChecks(facts: CheckFacts): CheckVerdict {
  const verdict: CheckVerdict = { fix: [], rerun: [], flaky: [], waits: [] };
  const pending = facts.checks.filter(({ state }) => state === 'pending');
  if (pending.length > 0) {
    // One red check of many: what the others say is wanted too, so that one session can do it all.
    if (facts.now - facts.pendingSince < PENDING_PATIENCE_MS) return verdict;
    for (const { context } of pending)
      verdict.waits.push(`the check ${context} has not ended for over an hour; it may have no runner`);
  }
  for (const check of facts.checks) {
    const rerun = facts.reruns.find(({ context }) => context === check.context);
    if (check.state === 'failure') judgeRed(check, rerun, facts, verdict);
    else if (check.state === 'success' && rerun !== undefined) verdict.flaky.push(check.context);
  }
  return verdict;
}

function judgeRed(check: Check, rerun: Rerun | undefined, facts: CheckFacts, verdict: CheckVerdict): void {
  const { context, conclusion, id } = check;
  const wait = (why: string) => void verdict.waits.push(`the check ${context} ${why}`);
  const never = NEVER_RAN.get(conclusion ?? '');
  if (never !== undefined) return wait(never);
  if (facts.redOnBase.includes(context)) return wait(`is red on ${facts.baseRef} too`);
  if (rerun === undefined && facts.mayRerun && id !== null) return void verdict.rerun.push(check);
  if (rerun !== undefined && rerun.id === id && facts.now - rerun.at < RERUN_PATIENCE_MS)
    return wait('is run once more');
  if (facts.passedBefore.includes(context))
    return wait('is red, but was green on this very commit before: a flake, not ours to fix');
  verdict.fix.push(check);
}

/** A job that the forge never started says so in an annotation, and is red all the same. */
export function saysNeverRan(texts: readonly string[]): boolean {
  return texts.some((text) =>
    /job was not (?:started|acquired)|payments? (?:have|has) failed|spending limit|account is locked due to a billing|no runner(?:s)? (?:matching|online|available)|waiting for a (?:hosted )?runner/i.test(
      text,
    ),
  );
}
