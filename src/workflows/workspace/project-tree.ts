import { join } from 'node:path';
import { exists, kindOf, list, makeFolder, remove } from '../../host/fs/files.ts';
import type { Git } from '../../host/git/git.ts';
import { IDENTITY } from './identity.ts';
import { refuseUnplainTree } from './plain-tree.ts';

/** The files of a project that a run works on, on a branch of its own. */
export interface ProjectTree {
  readonly cwd: string;
  /** Difference to where the run began, what is not committed included. */
  diff(): Promise<string>;
  changed(): Promise<string[]>;
  commit(message: string): Promise<string>;
  /** Takes back what was changed at these paths since a commit. */
  takeBack(paths: readonly string[], to: string): Promise<void>;
  /** A worktree beside it on a branch of its own, from the last commit. */
  beside(name: string): Promise<ProjectTree>;
  /** Brings the work of one beside it in; paths in conflict, none when it went well. */
  bringIn(other: ProjectTree, message: string): Promise<string[]>;
  /** Removes the worktrees beside it, also those that an earlier process left. */
  removeBeside(): Promise<void>;
}

const CAP = 4 * 1024 * 1024;

/** Nothing that a session left may make git run or wait. */
async function addAll(git: Git, cwd: string): Promise<void> {
  await refuseUnplainTree(cwd);
  await git.run(['add', '-A', '--', '.'], { cwd });
}

async function commitAll(git: Git, cwd: string, message: string): Promise<string> {
  await addAll(git, cwd);
  if (!(await git.succeeds(['diff', '--cached', '--quiet'], { cwd })))
    await git.run(['commit', '-q', '--no-verify', '-F', '-'], { cwd, input: message, identity: IDENTITY });
  return git.text(['rev-parse', 'HEAD'], { cwd });
}

export function projectTree(
  git: Git,
  at: {
    cwd: string;
    base: string;
    branch: string;
    folder: string;
    main: string;
    /** Around everything that moves refs: what the lead does itself is no session's doing. */
    ours: <T>(work: () => Promise<T>) => Promise<T>;
  },
): ProjectTree {
  const { cwd, base, branch, folder, main, ours } = at;
  const run = (args: string[]) => git.run(args, { cwd });
  return {
    cwd,
    diff: async () => {
      // New files too; the index is ours, nothing else is staged there.
      await addAll(git, cwd);
      const done = await git.run(['diff', '--cached', '--no-color', '--no-ext-diff', '--no-renames', base], {
        cwd,
        maxOutputBytes: CAP,
      });
      return done.stdout.toString('utf8');
    },
    changed: async () => {
      await addAll(git, cwd);
      const out = await git.text(['diff', '--cached', '--name-only', '-z', '--no-renames', base], { cwd });
      return out.split('\0').filter((name) => name !== '');
    },
    commit: (message) => ours(() => commitAll(git, cwd, `${message}\n`)),
    takeBack: async (paths, to) => {
      for (const path of paths) {
        const known = await git.succeeds(['cat-file', '-e', `${to}:${path}`], { cwd });
        if (known) await run(['checkout', '-q', to, '--', path]);
        else {
          await git.succeeds(['rm', '-q', '-r', '-f', '--cached', '--', path], { cwd });
          await remove(join(cwd, path));
        }
      }
    },
    beside: async (name) => {
      const path = `${folder}-${name}`;
      const own = `${branch}-${name}`;
      if (!(await exists(join(path, '.git')))) {
        await makeFolder(join(folder, '..'), 0o700);
        await git.succeeds(['worktree', 'prune'], { cwd: main });
        await ours(() => git.run(['worktree', 'add', '-q', '--force', '-B', own, path, 'HEAD'], { cwd }));
      }
      return projectTree(git, { cwd: path, base, branch: own, folder: path, main, ours });
    },
    bringIn: async (other, message) => {
      const commit = await other.commit(message);
      const merge = ['merge', '--no-ff', '--no-edit', '-m', message, commit];
      const done = await ours(() => git.run(merge, { cwd, identity: IDENTITY, ok: [1] }));
      if (done.code === 0) return [];
      const out = await git.text(['diff', '--name-only', '--diff-filter=U', '-z'], { cwd });
      await git.succeeds(['merge', '--abort'], { cwd });
      return out.split('\0').filter((name) => name !== '');
    },
    removeBeside: async () => {
      const above = join(folder, '..');
      const prefix = `${folder.slice(above.length + 1)}-`;
      if ((await kindOf(above)) === 'folder')
        for (const { name } of await list(above)) {
          if (!name.startsWith(prefix)) continue;
          await git.succeeds(['worktree', 'remove', '--force', '--force', join(above, name)], { cwd: main });
          await remove(join(above, name));
          await git.succeeds(['branch', '-q', '-D', `${branch}-${name.slice(prefix.length)}`], { cwd: main });
        }
      await git.succeeds(['worktree', 'prune'], { cwd: main });
    },
  };
}
