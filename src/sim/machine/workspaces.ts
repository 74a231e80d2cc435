import type { Clock } from '../../host/clock.ts';
import { AutodevError } from '../../work/errors.ts';
import type { Workspaces } from '../../workflows/workspace/workspaces.ts';
import type { Ground } from '../forge/ground.ts';
import type { Disk } from './disk.ts';

export const BY = 'autodev';
/** What a file says where two sides of a merge disagree. */
const MARKERS = '<<<<<<<';

/** Worktrees that are maps of texts, on a disk that outlives the daemon. */
export function simWorkspaces(ground: Ground, disk: Disk, { now, monotonic: moment }: Clock): Workspaces {
  const { commits } = ground;
  const { worktrees, locks } = disk;
  const path = (repo: string, name: string) => `/sim/${repo}/${name}`;
  const at = (worktree: string) => {
    const found = worktrees.get(worktree);
    if (found === undefined) throw new AutodevError('failed', `${worktree} was not opened`);
    return found;
  };
  const tip = (repo: string, branch: string) => ground.place(repo).branches.get(branch) ?? null;
  const alone = async <T>(repo: string, work: () => T | Promise<T>): Promise<T> => {
    locks.add(repo);
    const done = await work();
    locks.delete(repo);
    return done;
  };
  return {
    path,
    refresh: (repo) => alone(repo, () => undefined),
    open: (repo, name, { commit }) =>
      alone(repo, () => {
        const where = path(repo, name);
        const tree = new Map(commits.get(commit).tree);
        worktrees.set(where, { repo, name, commit, tree, modifiedAt: now() });
        return where;
      }),
    commit: (repo, worktree, { parents }) =>
      alone(repo, () => {
        const { commit, tree } = at(worktree);
        const before = commits.get(commit).tree;
        const same =
          tree.size === before.size && [...tree].every(([file, text]) => before.get(file) === text);
        if (same && parents === undefined) return commit;
        return commits.make({ parents: parents ?? [commit], tree: new Map(tree), by: BY, at: moment() });
      }),
    setUp: (_repo, worktree, work) => work(at(worktree).commit),
    checkout: async (repo, commit, work) => {
      const where = path(repo, 'checkout-1');
      worktrees.set(where, {
        repo,
        name: 'checkout-1',
        commit,
        tree: new Map(commits.get(commit).tree),
        modifiedAt: now(),
      });
      try {
        return await work(where);
      } finally {
        worktrees.delete(where);
      }
    },
    close: (repo, name) => alone(repo, () => void worktrees.delete(path(repo, name))),
    discard: (repo, name) => alone(repo, () => void worktrees.delete(path(repo, name))),
    list: async (repo) =>
      [...worktrees.values()]
        .filter((each) => each.repo === repo)
        .map(({ name, modifiedAt }) => ({ name, modifiedAt })),
    tidy: async (repo) => {
      locks.delete(repo);
      worktrees.delete(path(repo, 'checkout-1'));
    },
    keep: async (_repo, _run, _step, commit) => void commits.get(commit),
    push: async (repo, { commit, branch, expected }) => {
      if (tip(repo, branch) !== expected)
        throw new AutodevError('forge_conflict', `${branch} has moved`, { data: { status: 409 } });
      ground.move(repo, branch, commit);
    },
    leaving: async () => ({ text: '', messages: '', names: '', files: [], truncated: false }),
    remoteHead: async (repo, branch) => tip(repo, branch),
    mergeBase: async (_repo, a, b) => commits.mergeBase(a, b) ?? a,
    merge: (repo, { ours, theirs }) =>
      alone(repo, () => {
        if (commits.isAncestor(theirs, ours)) return { commit: ours, conflicts: [] };
        const { tree, conflicts } = commits.merge(ours, theirs);
        for (const file of conflicts) tree.set(file, MARKERS);
        return { commit: commits.make({ parents: [ours, theirs], tree, by: BY, at: moment() }), conflicts };
      }),
    unresolved: async (_repo, commit, paths) =>
      paths.filter((file) => commits.get(commit).tree.get(file) === MARKERS),
    patch: async (_repo, from, to) => ({
      text: commits
        .difference(from, to)
        .map((file) => `${file}: ${commits.get(to).tree.get(file)}`)
        .join('\n'),
      truncated: false,
    }),
    wholeDiff: async () => '',
    changedFiles: async (_repo, { from, to }) => commits.difference(from, to),
    patchSize: async (_repo, from, to) => {
      const files = commits.difference(from, to);
      return { files, patchBytes: files.length * 100, secrets: [] };
    },
    has: async (_repo, commit) => commits.has(commit),
    isOurs: async (_repo, commit) => commits.has(commit) && commits.get(commit).by === BY,
    isAncestor: async (_repo, ancestor, of) => commits.isAncestor(ancestor, of),
    show: async (_repo, commit, file) => commits.get(commit).tree.get(file),
    guarded: (_repo, _worktree, session) => session(),
    stop: () => {},
  };
}
