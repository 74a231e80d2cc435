/** What every run freezes when it is submitted; each flow adds its own. */
export interface FrozenInput {
  repo: string;
  number: number;
  title: string;
  author: string;
  /** Hash of what people wrote: compared before every paid step. */
  contentHash: string;
  baseRef: string;
  baseSha: string;
  /** What an earlier failed attempt on the same input has to say; not part of the run's identity. */
  lesson: Lesson | null;
}

/** What a failed attempt leaves to the next one: what went wrong, and the commit it had reached. */
export interface Lesson {
  text: string;
  commit: string | null;
}
