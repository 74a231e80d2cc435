import type { DevelopPhase } from '../state/state.ts';

export const GATES = ['review_clean_pass', 'architect_verified', 're_review_clean'] as const;
export type GateName = (typeof GATES)[number];
export type Gates = Record<GateName, boolean>;

/** The order of the work. A gate that is needed stays needed in every later phase. */
export const ORDER: readonly DevelopPhase[] = ['DESIGN', 'REVIEW', 'IMPLEMENT', 'PR', 'DONE'];

/** The phase whose beginning a gate decides. */
export const OPENS: Record<GateName, DevelopPhase> = {
  review_clean_pass: 'IMPLEMENT',
  architect_verified: 'PR',
  re_review_clean: 'DONE',
};

/** The command whose verdict sets a gate. */
export const SET_BY: Record<GateName, string> = {
  review_clean_pass: 'autodev develop review',
  architect_verified: 'autodev develop verify',
  re_review_clean: 'autodev develop re-review',
};

export const CLOSED: Gates = { review_clean_pass: false, architect_verified: false, re_review_clean: false };

/** The gates that must be open before a phase may begin. */
export function neededFor(phase: DevelopPhase): GateName[] {
  return GATES.filter((gate) => ORDER.indexOf(OPENS[gate]) <= ORDER.indexOf(phase));
}

/** The gates that decide phases after this one: not used up yet, so what they speak of must still be true. */
export function aheadOf(phase: DevelopPhase): GateName[] {
  return GATES.filter((gate) => ORDER.indexOf(OPENS[gate]) > ORDER.indexOf(phase));
}

/** The gates that hold something back in this phase: entering it, and finishing it. */
export function heldIn(phase: DevelopPhase): GateName[] {
  return phase === 'PR' ? [...GATES] : phase === 'IMPLEMENT' ? neededFor(phase) : [];
}
