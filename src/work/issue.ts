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
  url: string;
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
