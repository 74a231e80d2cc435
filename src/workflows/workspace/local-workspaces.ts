import type { Git } from '../../host/git/git.ts';
import { AutodevError } from '../../work/errors.ts';
import { openSerial } from '../../work/serial.ts';
import { Quarantined } from '../engine/stops/interruptions.ts';
import { openGuards } from './guard.ts';
import { ownFolder } from './own-tree/own-folder.ts';
import type { Workspaces } from './workspaces.ts';

export interface LocalWorkspaces {
  workspaces: Workspaces;
  /** Around what the lead itself does to refs while sessions may be running. */
  ours<T>(work: () => Promise<T>): Promise<T>;
}

/** The engine's workspaces for a run in the person's own clone: commits are kept, sessions are watched, nothing else. */
export function localWorkspaces(git: Git, gitDir: string, branch: string): LocalWorkspaces {
  const guards = openGuards(git, () => gitDir);
  const turns = openSerial();
  const alone = <T>(work: () => Promise<T>) => turns.run('git', work);
  const isOurs = (name: string) =>
    name === `refs/heads/${branch}` ||
    name.startsWith(`refs/heads/${branch}-`) ||
    name.startsWith('refs/autodev/');
  const never = (): never => {
    throw new AutodevError('failed', 'a run in your own clone has no workspace of the daemon');
  };
  const ours = <T>(work: () => Promise<T>) =>
    alone(async () => {
      try {
        return await work();
      } finally {
        await guards.ourChange('', isOurs);
      }
    });
  return {
    ours,
    workspaces: {
      guarded: async (_repo, worktree, session) => {
        const own = ownFolder(gitDir, worktree);
        const guard = await alone(() => guards.begin('', worktree, own === gitDir ? undefined : own));
        const [outcome] = await Promise.allSettled([session()]);
        const breach = await alone(() => guard.end());
        if (breach.length > 0)
          throw new Quarantined(
            `the session reached outside its files: ${breach.join(', ')} changed and was put back`,
          );
        if (outcome.status === 'rejected') throw outcome.reason;
        return outcome.value;
      },
      // The branch itself keeps them.
      keep: async () => {},
      commit: never,
      checkout: never,
      setUp: never,
      merge: never,
      unresolved: never,
      patch: never,
      patchSize: never,
      stop: () => {},
      refresh: never,
      open: never,
      close: never,
      path: never,
      push: never,
      leaving: never,
      remoteHead: never,
      mergeBase: never,
      has: never,
      isOurs: never,
      isAncestor: never,
      show: never,
      list: never,
      discard: never,
      tidy: never,
    },
  };
}
