/** The daily reports, newest first, and what was suggested with each finished task. */
export interface ReportShelf {
  days: readonly DayReport[];
  suggestions: readonly Suggestion[];
}

export interface DayReport {
  date: string;
  repo: string;
  /** As Markdown, the way it was published. */
  text: string;
}

export interface Suggestion {
  /** The task or the day it came from. */
  from: string;
  target_file: string;
  reason: string;
  state: 'proposed' | 'accepted' | 'refused';
  url: string | null;
}
