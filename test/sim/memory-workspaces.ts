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
    open: async (repo, name) => path(repo, name),
    guarded: (_repo, _worktree, session) => session(),
    list: async () => [],
    show: async () => undefined,
    isOurs: async () => true,
    has: async () => true,
    isAncestor: async () => true,
    mergeBase: async (_repo, a) => a,
    remoteHead: async () => null,
  };
}
