import type { CausedEffect } from '../../store/tables/effects.ts';
import type { Reads } from './reads.ts';

/**
 * `deleted`: it was there and is gone. `edited`: it says something else now. `missing`: the forge does not show it.
 * `foreign`: what stands in its place is not ours.
 */
export const DIFFERENCES = ['deleted', 'edited', 'missing', 'foreign'] as const;
export type Difference = (typeof DIFFERENCES)[number];

export interface Verdict {
  state: 'same' | 'unchecked' | Difference;
  /** Empty for what is the same. */
  text: string;
}

export const same: Verdict = { state: 'same', text: '' };
export const unchecked = (text: string): Verdict => ({ state: 'unchecked', text });
export const differs = (state: Difference, text: string): Verdict => ({ state, text });

/** One effect, the whole ledger it stands in, and the forge as it is now. */
export interface Question {
  effect: CausedEffect;
  repo: string;
  number: number;
  ledger: readonly CausedEffect[];
  reads: Reads;
  logins: readonly string[];
}

/** Whether a later effect took its place: then that one is what the forge has to show. */
export function isReplaced(
  { effect, ledger }: Question,
  sameThing: (other: CausedEffect) => boolean,
): boolean {
  const later = ledger.slice(ledger.indexOf(effect) + 1);
  return later.some((other) => other.status === 'done' && other.kind === effect.kind && sameThing(other));
}

export const isOfRepo = (other: CausedEffect, repo: string): boolean => other.work.split(':')[1] === repo;

/** Forges turn line ends and cut blank ends. */
export const sameText = (a: string, b: string): boolean => plain(a) === plain(b);
const plain = (text: string): string => text.replaceAll('\r\n', '\n').trim();
