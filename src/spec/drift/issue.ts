/** One place where a spec and its folder say different things. */
export interface DriftIssue {
  kind: DriftKind;
  section: 'Structure' | 'Exports' | 'Dependencies' | 'Behavior';
  name: string;
  /** In the CLAUDE.md: the entry itself, or its section where the entry is missing. */
  line: number;
  message: string;
}

export type DriftKind = 'UNCOVERED' | 'ORPHAN' | 'STALE' | 'MISSING' | 'MISMATCH' | 'UNTESTED';
