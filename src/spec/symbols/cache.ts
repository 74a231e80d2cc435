import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { readTextIfAny, writeAtomic } from '../../host/files.ts';
import type { Stamp } from '../../host/project-files.ts';

/**
 * The index cache of one project: a line that says what it is, a line of stamps, then one line of JSON per module.
 * It lies under AUTODEV_HOME, so that no project's git status ever shows it. A record stays text until it is asked for.
 */
export interface CachedModule {
  stamp: Stamp;
  json: string;
}

/** Raised whenever a record's form or the meaning of a spec changes: older caches are then built anew. */
const FORMAT = 'autodev-spec-index-1';

export function cacheFile(home: string, root: string): string {
  const name = createHash('sha256').update(root).digest('hex').slice(0, 24);
  return join(home, 'cache', 'spec', `${name}.jsonl`);
}

type StampLine = [dir: string, modified: number, changed: number, size: number, inode: number];

/** What was remembered; nothing when there is no cache, or it is damaged, of another version or of another root. */
export async function readCache(path: string, root: string): Promise<Map<string, CachedModule>> {
  const modules = new Map<string, CachedModule>();
  try {
    const text = await readTextIfAny(path);
    if (text === undefined) return modules;
    const lines = text.split('\n');
    const head = JSON.parse(lines[0] ?? '') as { format?: unknown; root?: unknown; modules?: unknown };
    const stamps = JSON.parse(lines[1] ?? '') as StampLine[];
    if (head.format !== FORMAT || head.root !== root || lines.length !== stamps.length + 3) return modules;
    for (const [at, [dir, modified, changed, size, inode]] of stamps.entries()) {
      modules.set(dir, { stamp: { modified, changed, size, inode }, json: lines[at + 2] as string });
    }
  } catch {
    // A cache is never worth an error: without it everything is read again.
    modules.clear();
  }
  return modules;
}

export async function writeCache(
  path: string,
  root: string,
  modules: ReadonlyMap<string, CachedModule>,
): Promise<void> {
  const stamps: StampLine[] = [];
  const lines: string[] = [];
  for (const [dir, { stamp, json }] of modules) {
    stamps.push([dir, stamp.modified, stamp.changed, stamp.size, stamp.inode]);
    lines.push(json);
  }
  const head = JSON.stringify({ format: FORMAT, root });
  const text = [head, JSON.stringify(stamps), ...lines, ''].join('\n');
  await writeAtomic(path, text, 0o600);
}
