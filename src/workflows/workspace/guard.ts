import { join } from 'node:path';
import type { Git } from '../../host/git/git.ts';
import { refStamps } from './ref-stamps.ts';
import { putSettingBack, readSettings, type GitSettings } from './settings.ts';

/** The base clone as one session or check may see it. */
interface Expected {
  settings: GitSettings;
  refs: Map<string, string>;
}

export interface Guard {
  /** What was changed that was not the session's own, after it was put back. */
  end(): Promise<string[]>;
}

export interface Guards {
  /** `own`: the worktree's folder within the clone. */
  begin(repo: string, worktree: string, own: string | undefined): Promise<Guard>;
  /** We changed these refs ourselves while sessions were running; HEAD is one of them. */
  ourChange(repo: string, which: (name: string) => boolean): Promise<void>;
}

/** Branches of live runs move while sessions commit; a stash is shared by all worktrees of a clone. */
const THEIRS = /^refs\/(heads\/autodev\/[a-z][a-z0-9-]*-\d+|stash)$/;
/** New branches and tags are clutter, not harm. What git or we believe in must not appear either. */
const MAY_APPEAR = /^refs\/(heads|tags|notes|bisect|rewritten|worktree)\//;

/** Compares the base clone before and after each session and check. The caller takes turns per repository. */
export function openGuards(git: Git, gitDirOf: (repo: string) => string): Guards {
  const active = new Map<string, Set<Expected>>();

  const known = new Map<string, { stamps: string; refs: ReadonlyMap<string, string> }>();
  /** Asked of git only when a file that holds refs was written: the kernel's stamps tell. */
  const refs = async (repo: string): Promise<Map<string, string>> => {
    const stamps = await refStamps(gitDirOf(repo));
    const before = known.get(repo);
    if (before !== undefined && before.stamps === stamps) return new Map(before.refs);
    const found = await readRefs(repo);
    if (stamps !== undefined) known.set(repo, { stamps, refs: new Map(found) });
    return found;
  };
  const readRefs = async (repo: string): Promise<Map<string, string>> => {
    const out = await git.text(['for-each-ref', '--format=%(refname) %(objectname)'], {
      gitDir: gitDirOf(repo),
    });
    const found = new Map<string, string>();
    for (const line of out.split('\n')) {
      const [name = '', id = ''] = line.split(' ');
      if (name !== '' && !THEIRS.test(name)) found.set(name, id);
    }
    return found;
  };
  const putRefBack = async (repo: string, name: string, before: string | undefined) => {
    const change = before === undefined ? ['-d', name] : ['--no-deref', name, before];
    await git.succeeds(['update-ref', ...change], { gitDir: gitDirOf(repo) });
  };
  const shown = (repo: string, worktree: string, place: string) =>
    place === join(worktree, '.git') ? '.git of the worktree' : place.replace(`${gitDirOf(repo)}/`, '');

  return {
    begin: async (repo, worktree, own) => {
      const look = () => readSettings(gitDirOf(repo), own, worktree);
      const expected: Expected = { settings: await look(), refs: await refs(repo) };
      const here = active.get(repo) ?? new Set();
      active.set(repo, here.add(expected));
      return {
        end: async () => {
          here.delete(expected);
          // Settings first, and without git: with a foreign one in force no git command can be trusted.
          const settings = differing(expected.settings, await look());
          for (const place of settings) await putSettingBack(place, expected.settings.get(place));
          const now = await refs(repo);
          const moved = differing(expected.refs, now).filter(
            (name) => expected.refs.has(name) || !MAY_APPEAR.test(name),
          );
          for (const name of moved) await putRefBack(repo, name, expected.refs.get(name));
          return [...settings.map((place) => shown(repo, worktree, place)), ...moved];
        },
      };
    },
    ourChange: async (repo, which) => {
      const here = active.get(repo);
      if (here === undefined || here.size === 0) return;
      const gitDir = gitDirOf(repo);
      const now = await refs(repo);
      const head = (await readSettings(gitDir, undefined, gitDir)).get(join(gitDir, 'HEAD'));
      for (const expected of here) {
        if (head !== undefined && which('HEAD')) expected.settings.set(join(gitDir, 'HEAD'), head);
        for (const name of new Set([...expected.refs.keys(), ...now.keys()])) {
          const id = now.get(name);
          if (!which(name)) continue;
          if (id === undefined) expected.refs.delete(name);
          else expected.refs.set(name, id);
        }
      }
    },
  };
}

function differing(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (key) => before.get(key) !== after.get(key),
  );
}
