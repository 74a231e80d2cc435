/** The report of a repository's day, once it was made. */
export interface ReportRecord {
  repo: string;
  /** The local date. */
  day: string;
  body: unknown;
  madeAt: string;
}

export interface ReportTable {
  get(repo: string, day: string): Promise<ReportRecord | undefined>;
  /** Replaces the one of the same day. */
  put(report: { repo: string; day: string; body: unknown }): Promise<void>;
  /** Those of a repository from this day on, oldest first. */
  since(repo: string, day: string): Promise<ReportRecord[]>;
}
