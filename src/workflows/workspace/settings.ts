import { join } from 'node:path';
import { listInside, readInside, rootOf } from '../../host/fs/inside.ts';
import { exists, remove, writeAtomic, writeText } from '../../host/fs/files.ts';
import { readCapped } from '../../host/fs/plain-file.ts';

/** Everything that decides what git does in a worktree: by place, what lies there. Read without git. */
export type GitSettings = Map<string, string>;

/** What git writes as it goes along. Refs are compared by their meaning, objects are what their hash says. */
const PASSING = new Set([
  'index',
  'logs',
  'objects',
  'refs',
  'worktrees',
  'packed-refs',
  'FETCH_HEAD',
  'ORIG_HEAD',
  'COMMIT_EDITMSG',
]);
/** In a worktree's own folder a session without a sandbox may commit, merge and stash. What counts is put back later. */
const OWN = new Set([
  'commondir',
  'gitdir',
  'config',
  'config.worktree',
  'info',
  'hooks',
  'objects',
  'modules',
]);
const LARGEST = 1024 * 1024;
const DEEPEST = 8;
const MOST = 5_000;

const passes = (name: string) => PASSING.has(name) || /\.lock$|^fast_import_crash_/.test(name);

/** The config, hooks, info, grafts, alternates, HEAD and all else of the clone and the worktree's own folder in it. */
export async function readSettings(
  gitDir: string,
  own: string | undefined,
  worktree: string,
): Promise<GitSettings> {
  const found: GitSettings = new Map();
  await read(found, gitDir, '', (name) => !passes(name));
  await read(found, gitDir, 'objects/info', () => true);
  if (own !== undefined && (await exists(own))) await read(found, own, '', (name) => OWN.has(name));
  if (await exists(worktree)) await read(found, worktree, '', (name) => name === '.git', 0);
  return found;
}

/** Puts one of them back; undefined means that nothing was there. */
export async function putSettingBack(place: string, before: string | undefined): Promise<void> {
  await remove(place);
  if (before?.startsWith('file ')) await writeText(place, Buffer.from(before.slice(5), 'latin1'));
}

/**
 * Compares the clone's own settings with the record made when it was cloned, and puts back what differs: a daemon that
 * was killed during a session could not do so. Without a record they are recorded as they are.
 */
export async function settleSettings(gitDir: string, record: string): Promise<void> {
  const now = await readSettings(gitDir, undefined, gitDir);
  // It follows the forge.
  now.delete(join(gitDir, 'HEAD'));
  const text = await readCapped(record, { cap: 64 * LARGEST });
  if (text === undefined) {
    await writeAtomic(record, JSON.stringify([...now]), 0o600);
    return;
  }
  const before = new Map(JSON.parse(text) as [string, string][]);
  for (const place of new Set([...before.keys(), ...now.keys()]))
    if (before.get(place) !== now.get(place)) await putSettingBack(place, before.get(place));
}

async function read(
  found: GitSettings,
  folder: string,
  below: string,
  wanted: (name: string) => boolean,
  depth = DEEPEST,
): Promise<void> {
  const root = rootOf(folder);
  for (const entry of (await listInside(root, below)) ?? []) {
    if (!wanted(entry.name) || found.size > MOST) continue;
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    const place = join(folder, path);
    if (entry.kind === 'file')
      found.set(place, entry.size > LARGEST ? entry.stamp : `file ${text(root, path)}`);
    else if (entry.kind === 'folder' && depth > 0) await read(found, folder, path, () => true, depth - 1);
    else found.set(place, entry.kind === 'folder' ? 'folder' : `${entry.kind} ${entry.stamp}`);
  }
}

const text = (root: string, path: string) => readInside(root, path, LARGEST)?.toString('latin1') ?? 'gone';
