import { realpath } from '../../host/fs/real-path.ts';
import { reusedReader } from '../../host/fs/reused-reader.ts';
import { stampOf, type ChangeStamp } from '../../host/fs/sync-files.ts';
import { BlockList } from '../parse/blocks/block-list.ts';
import { Source } from '../parse/blocks/source.ts';
import { byName, claudeMdOf } from '../references/canonical.ts';
import { walkFolders } from '../tree/walk.ts';
import { cacheFile, readCache, writeCache, type CachedModule } from './cache.ts';
import type { Modules } from './modules.ts';
import { ModuleRecords } from './module-records.ts';
import type { PackedRecord } from './packed-record.ts';
import { Packer } from './packer.ts';
import { moduleRecord } from './read-record.ts';

export interface Project extends Modules {
  root: string;
  /** How many files had to be read; the others were unchanged. */
  read: number;
  /** Folders whose record contains the words: few enough to look into. */
  mentioning(words: string): string[];
}

export interface OpenOptions {
  /** AUTODEV_HOME; without it nothing is remembered. */
  home?: string | undefined;
  /** Milliseconds since the epoch. */
  now: number;
}

/**
 * A file changed within the clock's grain of our reading it may change again and keep its stamp, so such a stamp is
 * not remembered. Two seconds is the coarsest grain of a file system in use.
 */
const GRAIN = 2_000;

/** Every module of a project. Reads only files that changed since the last time; forgets those that are gone. */
export async function openProject(path: string, { home, now }: OpenOptions): Promise<Project> {
  const root = await realpath(path);
  const file = home === undefined ? undefined : cacheFile(home, root);
  const before = file === undefined ? new Map<string, CachedModule>() : readCache(file, root);
  const modules = new Map<string, CachedModule>();
  const reader = reusedReader();
  const memory = new BlockList();
  const packer = new Packer();
  let read = 0;
  for (const dir of moduleFolders(root)) {
    const claudeMd = `${root}/${claudeMdOf(dir)}`;
    const stamp = stampOf(claudeMd);
    if (stamp === undefined) continue;
    const known = before.get(dir);
    if (known !== undefined && same(known.stamp, stamp)) {
      modules.set(dir, known);
      continue;
    }
    let record: PackedRecord;
    try {
      record = moduleRecord(dir, new Source(reader(claudeMd)), packer, memory);
    } catch {
      // Gone since, or not readable: validate says so; the index goes on without it.
      continue;
    }
    read += 1;
    const trusted = stamp.mtimeMs < now - GRAIN;
    modules.set(dir, { stamp: trusted ? stamp : { ...stamp, size: -1 }, record });
  }
  if (file !== undefined && (read > 0 || modules.size !== before.size)) await remember(file, root, modules);
  const dirs = [...modules.keys()].sort(byName);
  const records = new ModuleRecords(dirs, new Map(Array.from(modules, ([dir, { record }]) => [dir, record])));
  return {
    root,
    read,
    dirs: () => dirs,
    packed: (dir) => modules.get(dir)?.record,
    record: (dir) => records.record(dir),
    mentioning: (words) => {
      const needle = Buffer.from(words);
      return dirs.filter((dir) => modules.get(dir)?.record.contains(needle));
    },
  };
}

/** A full or read-only disk costs the next call time, not this one its answer. */
async function remember(
  file: string,
  root: string,
  modules: ReadonlyMap<string, CachedModule>,
): Promise<void> {
  try {
    await writeCache(file, root, modules);
  } catch {
    // Nothing to do: the cache is only an optimisation.
  }
}

function* moduleFolders(root: string): Generator<string> {
  for (const { dir, files } of walkFolders(root)) if (files.includes('CLAUDE.md')) yield dir;
}

function same(a: ChangeStamp, b: ChangeStamp): boolean {
  return a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs && a.size === b.size && a.ino === b.ino;
}
