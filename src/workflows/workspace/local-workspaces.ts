import { relative } from 'node:path';
import { AutodevError } from '../../work/errors.ts';
import { openSerial } from '../../work/serial.ts';
import { Quarantined } from '../engine/stops/interruptions.ts';
import { ownFolder } from './own-tree/own-folder.ts';
import { readSettings } from './settings.ts';
import type { Workspaces } from './workspaces.ts';

export interface LocalWorkspaces {
  workspaces: Workspaces;
  /** Around what the lead itself does to refs: one at a time. */
  ours<T>(work: () => Promise<T>): Promise<T>;
}

/** What makes git, also the person's own, run or believe something. Refs and HEAD move while a person works. */
const RUNS = /^(?:config(?:\.worktree)?|hooks|info|objects|modules|worktrees)(?:\/|$)/;

/**
 * The engine's workspaces for a run in the person's own clone, who works there at the same time: nothing of it is ever
 * put back. A sandbox keeps sessions out of git's folder; without one (`confined` says no) a session that changed
 * what git runs is not gone on with.
 */
export function localWorkspaces(gitDir: string, confined: () => Promise<boolean>): LocalWorkspaces {
  const turns = openSerial();
  const never = (): never => {
    throw new AutodevError('failed', 'a run in your own clone has no workspace of the daemon');
  };
  return {
    ours: (work) => turns.run('git', work),
    workspaces: {
      guarded: async (_repo, worktree, session) => {
        if (await confined()) return session();
        const own = ownFolder(gitDir, worktree);
        const look = () => settingsThatRun(gitDir, own === gitDir ? undefined : own, worktree);
        const before = await look();
        const [outcome] = await Promise.allSettled([session()]);
        const after = await look();
        const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
          (place) => before.get(place) !== after.get(place),
        );
        if (changed.length > 0)
          throw new Quarantined(
            `${changed.join(', ')} changed while a session without a sandbox was at work; nothing was put back, look at it before you use git`,
          );
        if (outcome.status === 'rejected') throw outcome.reason;
        return outcome.value;
      },
      // The branch itself keeps them.
      keep: async () => {},
      commit: never,
      checkout: never,
      // The person has set it up; a new worktree is set up before anything is measured.
      setUp: async () => {},
      merge: never,
      unresolved: never,
      patch: never,
      wholeDiff: never,
      changedFiles: never,
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

async function settingsThatRun(
  gitDir: string,
  own: string | undefined,
  worktree: string,
): Promise<Map<string, string>> {
  const all = await readSettings(gitDir, own, worktree);
  const runs = (place: string) => {
    const path = relative(gitDir, place);
    return path.startsWith('..') || RUNS.test(path);
  };
  return new Map([...all].filter(([place]) => runs(place)));
}
