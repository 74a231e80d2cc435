import { sha256 } from '../../host/hash.ts';
import { AutodevError } from '../../work/errors.ts';

export interface Commit {
  sha: string;
  parents: readonly string[];
  /** What lies where. */
  tree: ReadonlyMap<string, string>;
  by: string;
}

/** Git without files: commits that are named by what is in them. */
export interface Commits {
  make(commit: Omit<Commit, 'sha'> & { at: number }): string;
  get(sha: string): Commit;
  has(sha: string): boolean;
  isAncestor(ancestor: string, of: string): boolean;
  mergeBase(a: string, b: string): string | undefined;
  /** Both sides together; where they disagree ours is taken and the path is named. */
  merge(ours: string, theirs: string): { tree: Map<string, string>; conflicts: string[] };
  /** The paths that differ. */
  difference(from: string, to: string): string[];
}

export function openCommits(): Commits {
  const known = new Map<string, Commit>();
  const get = (sha: string): Commit => {
    const found = known.get(sha);
    if (found === undefined) throw new AutodevError('git_failed', `there is no commit ${sha}`);
    return found;
  };
  /** The commit itself first, then what it came from, nearest first. */
  const history = (sha: string): Set<string> => {
    const seen = new Set([sha]);
    for (const each of seen) for (const parent of get(each).parents) seen.add(parent);
    return seen;
  };
  const mergeBase = (a: string, b: string): string | undefined => {
    const ofA = history(a);
    return [...history(b)].find((sha) => ofA.has(sha));
  };
  return {
    make: ({ parents, tree, by, at }) => {
      const sha = sha256(
        JSON.stringify([parents, [...tree].sort(([a], [b]) => (a < b ? -1 : 1)), by, at]),
      ).slice(0, 40);
      known.set(sha, { sha, parents, tree, by });
      return sha;
    },
    get,
    has: (sha) => known.has(sha),
    isAncestor: (ancestor, of) => history(of).has(ancestor),
    mergeBase,
    merge: (ours, theirs) => {
      const base = mergeBase(ours, theirs);
      const before = base === undefined ? new Map<string, string>() : get(base).tree;
      return threeWay(before, get(ours).tree, get(theirs).tree);
    },
    difference: (from, to) => {
      const a = get(from).tree;
      const b = get(to).tree;
      return [...new Set([...a.keys(), ...b.keys()])].filter((path) => a.get(path) !== b.get(path)).sort();
    },
  };
}

function threeWay(
  base: ReadonlyMap<string, string>,
  ours: ReadonlyMap<string, string>,
  theirs: ReadonlyMap<string, string>,
): { tree: Map<string, string>; conflicts: string[] } {
  const tree = new Map(ours);
  const conflicts: string[] = [];
  for (const [path, text] of theirs) {
    if (text === base.get(path) || text === ours.get(path)) continue;
    if (ours.get(path) === base.get(path)) tree.set(path, text);
    else conflicts.push(path);
  }
  return { tree, conflicts: conflicts.sort() };
}
