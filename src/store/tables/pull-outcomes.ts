/** What became of a pull request, as far as it was found out. Null: not known, or not yet. */
export interface PullOutcome {
  repo: string;
  number: number;
  state: 'open' | 'closed' | 'merged';
  mergeSha: string | null;
  mergedAt: string | null;
  /** Lines that it brought into its base. */
  linesAdded: number | null;
  /** How many of them were still there so many days later. */
  survived7: number | null;
  survived30: number | null;
  reverted: boolean;
  /** How it was merged. */
  method: 'merge' | 'squash' | 'rebase' | null;
}

export interface PullOutcomeTable {
  all(): Promise<PullOutcome[]>;
  put(outcome: PullOutcome): Promise<void>;
}
