import { join } from 'node:path';
import { readTextIfAny, remove, writeAtomic } from '../../host/files.ts';
import type { Git } from '../../host/git.ts';

/** The base clone as one session may see it: refs, HEAD, and the files that decide what git runs. */
type Snapshot = Map<string, string>;

export interface Guard {
  /** What the session changed that was not its own, after it was put back. */
  end(): Promise<string[]>;
}

export interface Guards {
  begin(repo: string, worktree: string): Promise<Guard>;
  /** We changed these refs ourselves while sessions were running. */
  ourChange(repo: string, which: (name: string) => boolean): Promise<void>;
}

/** Branches of live runs move while sessions commit; a stash is shared by all worktrees of a clone. */
const THEIRS = /^refs\/(heads\/autodev\/(issue|pr|merge)-\d+|stash)$/;
/** New branches and tags are clutter, not harm. What git or we believe in must not appear either. */
const MAY_APPEAR = /^refs\/(heads|tags|notes|bisect|rewritten|worktree)\//;
/** Settings of the clone: filters, includes, other object stores. A filter named here would run outside any sandbox. */
const FILES = [
  'config',
  'config.worktree',
  'info/attributes',
  'info/grafts',
  'objects/info/alternates',
  'HEAD',
];

const textOf = (path: string) => readTextIfAny(path).catch(() => 'unreadable');

/** Compares the base clone before and after each session. The caller takes turns per repository. */
export function openGuards(git: Git, baseOf: (repo: string) => string): Guards {
  const active = new Map<string, Set<Snapshot>>();

  const files = (repo: string, worktree: string): [string, string][] => [
    ...FILES.map((name): [string, string] => [name, join(baseOf(repo), '.git', name)]),
    ['.git of the worktree', join(worktree, '.git')],
  ];
  const refs = async (repo: string): Promise<Snapshot> => {
    const out = await git.text(['for-each-ref', '--format=%(refname) %(objectname)'], { cwd: baseOf(repo) });
    const found: Snapshot = new Map();
    for (const line of out.split('\n')) {
      const [name = '', id = ''] = line.split(' ');
      if (name !== '' && !THEIRS.test(name)) found.set(name, id);
    }
    return found;
  };
  const look = async (repo: string, worktree: string): Promise<Snapshot> => {
    const found = await refs(repo);
    for (const [name, path] of files(repo, worktree)) {
      const text = await textOf(path);
      if (text !== undefined) found.set(name, text);
    }
    return found;
  };

  const putBack = async (repo: string, worktree: string, name: string, before: string | undefined) => {
    const path = files(repo, worktree).find(([file]) => file === name)?.[1];
    if (path !== undefined) {
      await remove(path);
      if (before !== undefined) await writeAtomic(path, before);
    } else if (before === undefined) await git.succeeds(['update-ref', '-d', name], { cwd: baseOf(repo) });
    else await git.succeeds(['update-ref', '--no-deref', name, before], { cwd: baseOf(repo) });
  };

  return {
    begin: async (repo, worktree) => {
      const expected = await look(repo, worktree);
      const here = active.get(repo) ?? new Set();
      active.set(repo, here.add(expected));
      return {
        end: async () => {
          here.delete(expected);
          // Settings first: with a foreign one in force no git command can be trusted.
          const touched: string[] = [];
          for (const [name, path] of files(repo, worktree)) {
            if ((await textOf(path)) !== expected.get(name)) touched.push(name);
          }
          for (const name of touched) await putBack(repo, worktree, name, expected.get(name));
          const now = await refs(repo);
          const moved = [...new Set([...expected.keys(), ...now.keys()])].filter(
            (name) =>
              name.startsWith('refs/') &&
              expected.get(name) !== now.get(name) &&
              (expected.has(name) || !MAY_APPEAR.test(name)),
          );
          for (const name of moved) await putBack(repo, worktree, name, expected.get(name));
          return [...touched, ...moved];
        },
      };
    },
    ourChange: async (repo, which) => {
      const here = active.get(repo);
      if (here === undefined || here.size === 0) return;
      const now = await refs(repo);
      const head = await readTextIfAny(join(baseOf(repo), '.git', 'HEAD'));
      if (head !== undefined) now.set('HEAD', head);
      for (const expected of here) {
        for (const name of new Set([...expected.keys(), ...now.keys()])) {
          const id = now.get(name);
          if (!which(name)) continue;
          if (id === undefined) expected.delete(name);
          else expected.set(name, id);
        }
      }
    },
  };
}
