/** What the rest of the program knows of an issue; the forge's JSON is checked into this once, at the edge. */
export interface Issue {
  repo: string;
  number: number;
  title: string;
  body: string;
  state: 'open' | 'closed';
  author: string;
  labels: string[];
  createdAt: string;
  updatedAt: string;
  /** Who closed it; null while it is open, and always null for a pull request (its events say who). */
  closedBy: string | null;
  /** How many open issues it waits for by the forge's own dependencies; 0 where the forge does not say. */
  blockers: number;
  url: string;
}

/** An issue as another one names it: it may be in another repository. */
export interface IssueRef {
  repo: string;
  number: number;
  title: string;
  state: 'open' | 'closed';
}

/**
 * What happened to an issue or pull request, and who did it: `closed`, `reopened`, `merged`, `renamed`, `labeled`,
 * `review_requested` and the forge's other words. An edited body leaves no event: only `updatedAt` moves.
 */
export interface IssueEvent {
  event: string;
  actor: string;
  at: string;
  label: string | null;
  /** The title before, when it was renamed. */
  renamedFrom: string | null;
  /** The commit that did it, where a commit did. */
  commitSha: string | null;
}

export const REACTIONS = ['+1', '-1', 'laugh', 'confused', 'heart', 'hooray', 'rocket', 'eyes'] as const;
export type ReactionContent = (typeof REACTIONS)[number];

export interface Reaction {
  id: number;
  author: string;
  content: ReactionContent;
}

export interface Comment {
  id: number;
  author: string;
  body: string;
  createdAt: string;
  updatedAt: string;
  url: string;
}

/** Who may do what in a repository, as the forge's permission endpoint says. */
export type Permission = 'admin' | 'maintain' | 'write' | 'triage' | 'read' | 'none';

const RANK: readonly Permission[] = ['none', 'read', 'triage', 'write', 'maintain', 'admin'];

export function atLeast(have: Permission, need: Permission): boolean {
  return RANK.indexOf(have) >= RANK.indexOf(need);
}
