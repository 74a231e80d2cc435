/** What every thread of a build must know. */
export interface BuildCommon {
  aside: string;
  project: string | undefined;
}

/** Prompts are numbered apart in each part, so that they can be put together as they are. */
export const PROMPTS_PER_PART = 1_000_000_000;

export function partPath(aside: string, number: number): string {
  return `${aside}.${number}`;
}
