import { join } from 'node:path';
import { remove, writeText } from '../../host/fs/files.ts';
import type { Git } from '../../host/git/git.ts';
import { AutodevError } from '../../work/errors.ts';
import type { RunId } from '../../work/ids.ts';
import type { BaseClones } from './base-clones.ts';
import type { Guards } from './guard.ts';

/** Commits that steps have made and nobody has pushed yet. */
export interface Kept {
  /** Keeps a commit from being lost: a finished step can be gone on from it. */
  keep(repo: string, run: RunId, step: string, commit: string): Promise<void>;
  /** A kept commit with what leads to it from the forge's branches, as a git bundle; undefined: the forge has it. */
  bundle(repo: string, run: RunId, step: string, commit: string): Promise<Buffer | undefined>;
  /** Takes over a commit that another machine kept. */
  unbundle(repo: string, run: RunId, step: string, commit: string, bundle: Uint8Array): Promise<void>;
}

/** Paid work is not lost by its size; only what no forge would take is too large. */
const LARGEST_BUNDLE = 512 * 1024 * 1024;

export function openKept(git: Git, { at, alone, gitDir }: BaseClones, guards: Guards): Kept {
  const keep = async (repo: string, ref: string, commit: string) => {
    await git.run(['update-ref', ref, commit], at(repo));
    await guards.ourChange(repo, (name) => name === ref);
  };
  return {
    keep: (repo, run, step, commit) => alone(repo, () => keep(repo, keptRef(run, step), commit)),
    bundle: (repo, run, step, commit) =>
      alone(repo, async () => {
        const fresh = await git.text(['rev-list', '-n', '1', commit, '--not', '--remotes'], at(repo));
        if (fresh === '') return undefined;
        const args = ['bundle', 'create', '-q', '-', keptRef(run, step), '--not', '--remotes'];
        const made = await git.run(args, { ...at(repo), maxOutputBytes: LARGEST_BUNDLE });
        if (made.truncated)
          throw new AutodevError('refused', `the commits of ${run} have over ${LARGEST_BUNDLE} bytes`);
        return made.stdout;
      }),
    unbundle: (repo, run, step, commit, bundle) =>
      alone(repo, async () => {
        // By a file: what a child of Node reads from is a socket, which git cannot open by a name.
        const file = join(gitDir(repo), 'incoming.bundle');
        try {
          await writeText(file, bundle);
          await git.run(['bundle', 'unbundle', file], at(repo));
        } finally {
          await remove(file);
        }
        await keep(repo, keptRef(run, step), commit);
      }),
  };
}

/** `issue:org/repo:42@hash#1` → `refs/autodev/runs/issue-42/hash-1/step`; the clone names the repository. */
function keptRef(run: RunId, step: string): string {
  const match = /^([a-z][a-z0-9-]*):[^:]+:(\d+)@([0-9a-f]+)#(\d+)$/.exec(run);
  if (match === null) throw new Error(`not a run id: ${run}`);
  return `refs/autodev/runs/${match[1]}-${match[2]}/${match[3]}-${match[4]}/${step.replaceAll(/[^A-Za-z0-9._-]/g, '-')}`;
}
