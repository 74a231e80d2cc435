import type { Workspaces } from '../../src/workflows/workspace/workspaces.ts';

/** Workspaces of a world without files: enough for work that only reads and answers. */
export function memoryWorkspaces(): Workspaces {
  const nothing = async () => {};
  const path = (repo: string, name: string) => `/nowhere/${repo}/${name}`;
  return {
    path,
    refresh: nothing,
    close: nothing,
    discard: nothing,
    tidy: nothing,
    keep: nothing,
    push: nothing,
    stop: () => {},
    commit: async () => 'c'.repeat(40),
    checkout: (repo, _commit, work) => work(path(repo, 'checkout-1')),
    merge: async (_repo, { ours }) => ({ commit: ours, conflicts: [] }),
    unresolved: async () => [],
    patch: async () => ({ text: '', truncated: false }),
    wholeDiff: async () => '',
    changedFiles: async () => [],
    patchSize: async () => ({ files: [], patchBytes: 0, secrets: [] }),
    open: async (repo, name) => path(repo, name),
    guarded: (_repo, _worktree, session) => session(),
    setUp: (_repo, _worktree, work) => work('c'.repeat(40)),
    list: async () => [],
    show: async () => undefined,
    isOurs: async () => true,
    has: async () => true,
    isAncestor: async () => true,
    mergeBase: async (_repo, a) => a,
    leaving: async () => ({ text: '', messages: '', names: '', files: [], truncated: false }),
    remoteHead: async () => null,
  };
}
