/** What one session of an agent said and did, while it runs and afterwards. */
export interface SessionTranscript {
  id: string;
  title: string;
  /** From 1, of `count`. */
  nth: number;
  count: number;
  /** Agent, model and role. */
  name: string;
  started_at: string;
  /** Null while it runs. */
  finished_at: string | null;
  exit_code: number | null;
  /** What it said, and `> tool …` for what it did; `! denied …` and `# …` for what went wrong. */
  lines: readonly string[];
  errors: string;
}
