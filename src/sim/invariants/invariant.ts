import type { Facts } from './facts.ts';

/** Something that must never be so. */
export interface Violation {
  invariant: string;
  /** What is wrong, in a sentence. */
  what: string;
  /** The issue or pull request: `owner/repo#1`. */
  about?: string;
}

/** One rule of what is right. Pure: facts in, what breaks the rule out. */
export interface Invariant {
  name: string;
  /** What always holds, in a sentence. */
  about: string;
  broken(facts: Facts): Omit<Violation, 'invariant'>[];
}

export const placeOf = ({ repo, number }: { repo: string; number: number }): string => `${repo}#${number}`;
