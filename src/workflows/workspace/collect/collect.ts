import { systemClock } from '../../../host/clock.ts';
import { readInside, rootOf } from '../../../host/fs/inside.ts';
import type { Git } from '../../../host/git/git.ts';
import type { Found, Stamps } from '../pool/stamps.ts';
import { importCommit, type Change } from './import.ts';
import { leadsOut } from './links.ts';
import { folded, withParents } from './names.ts';
import { openRules, type Rules } from './rules.ts';
import { refused } from './refused.ts';
import { LIMITS, survey, type EntryAt } from './survey.ts';
import { LINK, readLinks, readTree, type Tree } from './tree.ts';

export interface Collected extends Found {
  gitDir: string;
  worktree: string;
  /** The commit that the worktree showed when it was handed to the session. */
  commit: string;
  message: string;
  /** Where the commit is to stand; on `commit` unless said otherwise. */
  parents?: readonly string[] | undefined;
  ref: string;
  signal?: AbortSignal | undefined;
}

/**
 * What a session left in its worktree as a commit. Git never sees the worktree: we look through it by kind and size,
 * read what changed, and hand git the bytes. So there is no index, no filter, no hook, no nested repository and no
 * config of a session that git could obey, with a sandbox or without one; whatever the session did to git's own
 * files counts for nothing.
 */
export async function collect(git: Git, given: Collected): Promise<string> {
  return (await gather(git, given)).commit;
}

/** The same with the stamps of what was found, for whoever counts the next changes from there. */
export async function gather(git: Git, given: Collected): Promise<{ commit: string; stamps: Stamps }> {
  const { gitDir, worktree, commit, stamps, made: setUp, message, signal } = given;
  const parents = given.parents ?? [commit];
  const root = rootOf(worktree);
  const until = systemClock.monotonic() + LIMITS.ms;
  const inTime = () => {
    signal?.throwIfAborted();
    if (systemClock.monotonic() > until) throw refused('.', 'looking through it took too long');
  };
  const tree = await readTree(git, gitDir, commit);
  await using rules = await openRules(git, gitDir, root, commit);
  const found = await survey({ root, tree, stamps, made: setUp, rules, inTime });
  await refuseLinks(git, gitDir, tree, found.links);
  refuseCollisions(tree, found.changed, found.gone);
  const changes: Change[] = [
    ...found.gone.map((path) => ({ path })),
    ...(await contents(root, found.changed, found.links, rules, inTime)),
  ];
  if (changes.length === 0 && given.parents === undefined) return { commit, stamps: found.stamps };
  const at = Math.floor(systemClock.now() / 1_000);
  const made = await importCommit(git, gitDir, given.ref, { parents, from: commit, changes, message, at });
  const differs = await refuseModes(git, gitDir, commit, made);
  return { commit: differs || given.parents !== undefined ? made : commit, stamps: found.stamps };
}

async function contents(
  root: string,
  changed: readonly EntryAt[],
  links: ReadonlyMap<string, string>,
  rules: Rules,
  inTime: () => void,
): Promise<Change[]> {
  const files: { path: string; content: Buffer; mode: string }[] = [];
  const changes: Change[] = [];
  for (const { path, entry } of changed) {
    inTime();
    if (entry.kind === 'link') {
      changes.push({ path, to: { mode: LINK, content: Buffer.from(links.get(path) ?? '', 'latin1') } });
      continue;
    }
    const content = readInside(root, path, LIMITS.fileBytes, entry.stamp);
    if (content === undefined) throw refused(path, 'it changed while it was being read');
    files.push({ path, content, mode: entry.executable ? '100755' : '100644' });
  }
  const converted = await rules.converted(files, inTime);
  for (const { path, content, mode } of files) {
    const id = converted.get(path);
    changes.push({ path, to: id === undefined ? { mode, content } : { mode, id } });
  }
  return changes;
}

/** A link of the repository that led out before is the repository's own affair. */
async function refuseLinks(
  git: Git,
  gitDir: string,
  tree: Tree,
  now: ReadonlyMap<string, string>,
): Promise<void> {
  const outside = [...now.keys()].filter((path) => leadsOut(path, now));
  if (outside.length === 0) return;
  const before = await readLinks(git, gitDir, tree);
  for (const path of outside) {
    const unchanged = before.get(path) === now.get(path);
    if (!unchanged || !leadsOut(path, before))
      throw refused(path, 'it is a link that leads out of the repository');
  }
}

/** A new name that differs from another one only in upper and lower case. */
function refuseCollisions(tree: Tree, changed: readonly EntryAt[], gone: readonly string[]): void {
  const fresh = changed.map(({ path }) => path).filter((path) => !tree.has(path));
  if (fresh.length === 0) return;
  const left = new Set(gone);
  const names = new Map<string, string>();
  for (const path of tree.keys())
    if (!left.has(path)) for (const part of withParents(path)) names.set(folded(part), part);
  for (const path of fresh) {
    for (const part of withParents(path)) {
      const other = names.get(folded(part)) ?? part;
      if (other !== part)
        throw refused(path, 'some file systems would take its name for that of another file');
      names.set(folded(part), part);
    }
  }
}

/** Once more, from git's own mouth: plain files and links only. Gives whether there is any difference. */
async function refuseModes(git: Git, gitDir: string, from: string, to: string): Promise<boolean> {
  const done = await git.run(['diff-tree', '-r', '-z', '--raw', '--no-renames', from, to], { gitDir });
  for (const [, mode = ''] of done.stdout.toString('latin1').matchAll(/:\d{6} (\d{6}) /g))
    if (!['000000', '100644', '100755', LINK].includes(mode))
      throw refused('.', `it has an entry of mode ${mode}`);
  return done.stdout.length > 0;
}
