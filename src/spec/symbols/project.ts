import { realpath } from '../../host/real-path.ts';
import { reusedReader, stampOf, type Stamp } from '../../host/project-files.ts';
import { BlockList } from '../parse/block-list.ts';
import { Source } from '../parse/source.ts';
import { byName, claudeMdOf } from '../references/canonical.ts';
import { walkFolders } from '../tree/walk.ts';
import { cacheFile, readCache, writeCache, type CachedModule } from './cache.ts';
import type { Modules } from './index.ts';
import { moduleRecord, type ModuleRecord } from './record.ts';
import { recordBytes, recordFrom } from './record-bytes.ts';

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

const NOTHING = Buffer.alloc(0);

/** Every module of a project. Reads only files that changed since the last time; forgets those that are gone. */
export async function openProject(path: string, { home, now }: OpenOptions): Promise<Project> {
  const root = await realpath(path);
  const file = home === undefined ? undefined : cacheFile(home, root);
  const before = file === undefined ? new Map<string, CachedModule>() : readCache(file, root);
  const records = new Map<string, ModuleRecord>();
  const modules = new Map<string, CachedModule>();
  const reader = reusedReader();
  const memory = new BlockList();
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
    let record: ModuleRecord;
    try {
      record = moduleRecord(dir, new Source(reader(claudeMd)), memory);
    } catch {
      // Gone since, or not readable: validate says so; the index goes on without it.
      continue;
    }
    read += 1;
    records.set(dir, record);
    const trusted = stamp.modified < now - GRAIN;
    modules.set(dir, {
      stamp: trusted ? stamp : { ...stamp, size: -1 },
      record: file === undefined ? NOTHING : recordBytes(record),
    });
  }
  if (file !== undefined && (read > 0 || modules.size !== before.size)) await remember(file, root, modules);
  const dirs = [...modules.keys()].sort(byName);
  return {
    root,
    read,
    dirs: () => dirs,
    record: (dir) => {
      const known = records.get(dir);
      if (known !== undefined) return known;
      const cached = modules.get(dir);
      if (cached === undefined) return undefined;
      const parsed = recordFrom(dir, cached.record);
      records.set(dir, parsed);
      return parsed;
    },
    mentioning: (words) => {
      const needle = Buffer.from(JSON.stringify(words).slice(1, -1));
      return dirs.filter((dir) => {
        const bytes = modules.get(dir)?.record ?? NOTHING;
        return bytes.length === 0 || bytes.includes(needle);
      });
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

function same(a: Stamp, b: Stamp): boolean {
  return a.modified === b.modified && a.changed === b.changed && a.size === b.size && a.inode === b.inode;
}
