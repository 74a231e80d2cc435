/** `proposed`: in an open pull request, or shown as text. `accepted`, `refused`: what people did with it. */
export type SuggestionStatus = 'proposed' | 'accepted' | 'refused';

/** Something that was suggested to people, so that it is not suggested twice. */
export interface SuggestionRecord {
  id: string;
  repo: string;
  /** The day it came from. */
  day: string;
  target: string;
  content: string;
  /** Type and subject of the pattern that it answers to; empty: none. */
  pattern: string;
  action: 'add' | 'delete';
  /** The pull request that it is part of. */
  pull: number | null;
  status: SuggestionStatus;
  settledAt: string | null;
}

export interface SuggestionTable {
  /** One that is there under this id stays as it is. */
  add(suggestion: Omit<SuggestionRecord, 'settledAt'>): Promise<void>;
  ofRepo(repo: string): Promise<SuggestionRecord[]>;
  settle(id: string, status: SuggestionStatus, at: string): Promise<void>;
}
