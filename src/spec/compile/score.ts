/** What a test-reviewer says of the tests of a module, part by part; null: the spec has nothing of that kind. */
export interface TestReview {
  behavior: number | null;
  export: number | null;
  contract: number | null;
  quality: number | null;
  edge: number | null;
}

const WEIGHTS = { behavior: 35, export: 25, contract: 15, quality: 15, edge: 10 } as const;
/** Another round is worth its price only when the last one brought this much. */
const WORTHWHILE = 5;
export const REVIEW_ROUNDS = 3;

/** 0–100. What does not apply counts as done. */
export function testScore(review: TestReview): number {
  let sum = 0;
  for (const part of Object.keys(WEIGHTS) as (keyof TestReview)[]) {
    const said = review[part] ?? 100;
    sum += WEIGHTS[part] * Math.min(100, Math.max(0, said));
  }
  return Math.round(sum) / 100;
}

export type ReviewVerdict = { go: 'on' } | { go: 'again' } | { go: 'on'; warning: string };

/** Whether the tests are written anew after these rounds of review. */
export function reviewVerdict(scores: readonly number[]): ReviewVerdict {
  const last = scores.at(-1) ?? 0;
  if (last >= 100) return { go: 'on' };
  const before = scores.at(-2);
  if (before !== undefined && last - before < WORTHWHILE)
    return {
      go: 'on',
      warning: `the tests score ${last}, and the last round improved them by less than ${WORTHWHILE}`,
    };
  if (scores.length >= REVIEW_ROUNDS)
    return { go: 'on', warning: `the tests score ${last} after ${REVIEW_ROUNDS} rounds of review` };
  return { go: 'again' };
}
