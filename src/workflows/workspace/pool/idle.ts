import { join } from 'node:path';
import { list, makeFolder } from '../../../host/fs/files.ts';
import { readInside, rootOf } from '../../../host/fs/inside.ts';
import type { Git } from '../../../host/git/git.ts';
import { handOut, takeBack, type HandedOut } from './handed.ts';
import { gitDirOf, moveWorktree, type Places } from './places.ts';
import type { Removal } from './removal.ts';
import { restamped } from './stamps.ts';

/** One that was used, with everything removed that git did not write. */
export interface Emptied {
  out: HandedOut;
  /** What of it git has to write again. */
  missing: string[];
}

/** Worktrees that nobody uses, emptied and kept for the next item. */
export interface Idle {
  /** One of them comes to lie at the path; undefined: there is none to be had. */
  take(repo: string, path: string): Promise<Emptied | undefined>;
  /** Where one more may be put; undefined: there are enough. */
  place(repo: string): Promise<string | undefined>;
  put(repo: string, path: string, to: string, emptied: Emptied): Promise<void>;
}

/** More than run at once in one repository would only take space. */
const MOST_IDLE = 3;

export function openIdle(git: Git, places: Places, removal: Removal): Idle {
  /** Those of this process, as they were put there. */
  const known = new Map<string, HandedOut>();
  const names = async (repo: string) =>
    (await list(places.idle(repo))).filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return {
    take: async (repo, path) => {
      for (const name of await names(repo)) {
        const from = join(places.idle(repo), name);
        const out = known.get(from);
        known.delete(from);
        try {
          // Gone through once more: without a sandbox any session could have reached it meanwhile.
          const missing = out === undefined ? undefined : await takeBack(from, out);
          if (out !== undefined && missing !== undefined) {
            await moveWorktree(places, repo, from, path);
            return { out, missing };
          }
        } catch {
          // As one that cannot be promised to be clean.
        }
        await removal.discard(repo, from);
      }
      return undefined;
    },
    place: async (repo) => {
      const others = await names(repo);
      const all = Array.from({ length: MOST_IDLE }, (_, at) => String(at + 1));
      const free = all.find((name) => !others.includes(name));
      return free === undefined ? undefined : join(places.idle(repo), free);
    },
    put: async (repo, path, to, { out, missing }) => {
      await git.run(['checkout', '-q', '-f', '--detach'], { cwd: path });
      const commit = readInside(rootOf(out.own), 'HEAD', 100)?.toString('utf8').trim() ?? '';
      const stamps = restamped(path, out.stamps, missing);
      await makeFolder(places.idle(repo), 0o700);
      // Last of all: what is in there is clean, whenever we die.
      await moveWorktree(places, repo, path, to);
      known.set(to, await handOut(gitDirOf(places, repo), to, commit, stamps));
    },
  };
}
