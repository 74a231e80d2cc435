import { linkInside, listInside, shown, type Entry } from '../../../host/fs/inside.ts';
import type { Found, Stamps } from '../pool/stamps.ts';
import { isGitFolder, nameProblem } from './names.ts';
import { refused } from './refused.ts';
import type { Rules } from './rules.ts';
import { SUBMODULE, type Tree } from './tree.ts';

/** What is looked at and taken at most. Files of more than 100 MB no forge takes either. */
export const LIMITS = {
  entries: 1_000_000,
  depth: 100,
  fileBytes: 100 * 1024 * 1024,
  bytes: 256 * 1024 * 1024,
  changes: 50_000,
  ms: 120_000,
};

export interface EntryAt {
  path: string;
  entry: Entry;
}

export interface Survey {
  /** Files and links that were written since the stamps were taken. */
  changed: EntryAt[];
  /** Paths of the tree that are gone. */
  gone: string[];
  /** Where the links of the worktree lead, changed or not. */
  links: Map<string, string>;
  /** Of every file and link that counts. */
  stamps: Stamps;
}

export interface Surveyed extends Found {
  root: string;
  tree: Tree;
  rules: Rules;
  /** Throws when the time is up or nobody waits any more. */
  inTime: () => void;
}

/**
 * Looks at every file by kind, size and stamp, without opening any but the rules of git. What is ignored or the
 * set-up's is not looked into; what is not, and is neither a plain file, a folder nor a link, ends it.
 */
export async function survey(given: Surveyed): Promise<Survey> {
  const { root, tree, stamps, made, rules, inTime } = given;
  const found: Survey = { changed: [], gone: [], links: new Map(), stamps: new Map() };
  const seen = new Set<string>();
  const names = new Map<number, { path: string; seen: number; names: number }>();
  const tracked = foldersOf(tree);
  let entries = 0;
  let bytes = 0;
  for (let level = [''], depth = 0; level.length > 0; depth += 1) {
    if (depth > LIMITS.depth) throw refused(level[0] ?? '', `it lies ${depth} folders deep`);
    const here: EntryAt[] = [];
    for (const folder of level) {
      inTime();
      for (const entry of (await listInside(root, folder)) ?? []) {
        entries += 1;
        if (entries > LIMITS.entries) throw refused(folder, `there are more than ${LIMITS.entries} files`);
        const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
        if (path === '.git' || made.has(path)) continue;
        here.push({ path, entry });
        if (/^\.git(ignore|attributes)$/.test(entry.name)) rules.note(path);
      }
    }
    const fresh = here.filter(
      ({ path, entry }) =>
        !stamps.has(path) && !tree.has(path) && !(entry.kind === 'folder' && tracked.has(path)),
    );
    const ignored = await rules.ignored(
      fresh.map(({ path, entry }) => ({ path, folder: entry.kind === 'folder' })),
    );
    const added = fresh.filter(({ path }) => !ignored.has(path));
    if (added.length > LIMITS.changes) throw refused(level[0] ?? '', `over ${LIMITS.changes} files changed`);
    for (const each of added) refuseName(each);
    refuseRepositories(
      here.filter(({ path }) => !ignored.has(path)),
      tree,
    );
    level = [];
    for (const each of here) {
      const { path, entry } = each;
      if (ignored.has(path)) continue;
      seen.add(path);
      if (tree.get(path)?.mode === SUBMODULE && entry.kind === 'folder') {
        const inside = await listInside(root, path);
        if (inside?.every(({ name }) => made.has(`${path}/${name}`)) !== true)
          throw refused(path, 'there are files in the folder of a submodule');
        continue;
      }
      if (entry.kind === 'folder') {
        level.push(path);
        continue;
      }
      found.stamps.set(path, entry.stamp);
      if (entry.kind === 'link') found.links.set(path, linkInside(root, path) ?? '');
      if (stamps.get(path) === entry.stamp) continue;
      refuseKind(each);
      if (entry.kind === 'file') {
        bytes += entry.size;
        if (bytes > LIMITS.bytes) throw refused(path, `all changes together are over ${LIMITS.bytes} bytes`);
        const known = names.get(entry.inode) ?? { path, seen: 0, names: entry.names };
        names.set(entry.inode, { ...known, seen: known.seen + 1 });
      }
      found.changed.push(each);
      if (found.changed.length > LIMITS.changes) throw refused(path, `over ${LIMITS.changes} files changed`);
    }
  }
  for (const { path, seen: times, names: all } of names.values())
    if (times < all) throw refused(path, 'it is a hard link to a file that lies elsewhere');
  for (const [path] of stamps) if (!seen.has(path) && tree.has(path)) found.gone.push(path);
  return found;
}

function refuseName({ path, entry }: EntryAt): void {
  if (isGitFolder(shown(entry.name)))
    throw refused(path, 'a repository within the repository (its name is that of a git folder)');
  const problem = nameProblem(path);
  if (problem !== undefined) throw refused(path, problem);
}

/** Git takes a folder with these three for a repository, and obeys the config beside them. */
const REPOSITORY = ['head', 'objects', 'refs'];

function refuseRepositories(found: readonly EntryAt[], tree: Tree): void {
  const folders = new Map<string, Set<string>>();
  for (const { path } of found) {
    const slash = path.lastIndexOf('/');
    const name = path.slice(slash + 1).toLowerCase();
    if (!REPOSITORY.includes(name)) continue;
    const folder = path.slice(0, Math.max(slash, 0));
    const names = folders.get(folder) ?? new Set();
    folders.set(folder, names.add(name));
    // One that the repository had before is its own affair.
    if (names.size === REPOSITORY.length && !tree.has(folder === '' ? 'HEAD' : `${folder}/HEAD`))
      throw refused(folder || '.', 'a repository within the repository (it has HEAD, objects and refs)');
  }
}

function refuseKind({ path, entry }: EntryAt): void {
  if (entry.kind !== 'file' && entry.kind !== 'link')
    throw refused(path, `it is a ${entry.kind}, not a file`);
  if (entry.size > LIMITS.fileBytes)
    throw refused(path, `it has ${entry.size} bytes; at most ${LIMITS.fileBytes} are taken`);
}

/** Folders that hold something of the tree. */
function foldersOf(tree: Tree): Set<string> {
  const folders = new Set<string>();
  for (const path of tree.keys()) {
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const folder = path.slice(0, end);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  return folders;
}
