import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { readBytesIfAny, writeAtomicBytes } from '../../host/cache-file.ts';
import type { Stamp } from '../../host/project-files.ts';

/**
 * The index cache of one project: a line that says what it is, a line of stamps, then one line of JSON per module.
 * It lies under AUTODEV_HOME, so that no project's git status ever shows it. A record stays bytes until it is asked
 * for: measured, decoding all of them costs more than the walk that finds nothing changed.
 */
export interface CachedModule {
  stamp: Stamp;
  record: Buffer;
}

/** Raised whenever a record's form or the meaning of a spec changes: older caches are then built anew. */
const FORMAT = 'autodev-spec-index-3';

export function cacheFile(home: string, root: string): string {
  const name = createHash('sha256').update(root).digest('hex').slice(0, 24);
  return join(home, 'cache', 'spec', `${name}.jsonl`);
}

type StampLine = [
  dir: string,
  modified: number,
  changed: number,
  size: number,
  inode: number,
  /** Length of the record in bytes. */
  length: number,
];

const NEWLINE = 10;

/** What was remembered; nothing when there is no cache, or it is damaged, of another version or of another root. */
export function readCache(path: string, root: string): Map<string, CachedModule> {
  const modules = new Map<string, CachedModule>();
  try {
    const bytes = readBytesIfAny(path);
    if (bytes === undefined) return modules;
    const headEnd = bytes.indexOf(NEWLINE);
    const stampsEnd = bytes.indexOf(NEWLINE, headEnd + 1);
    const head = JSON.parse(bytes.toString('utf8', 0, headEnd)) as { format?: unknown; root?: unknown };
    if (head.format !== FORMAT || head.root !== root) return modules;
    const stamps = JSON.parse(bytes.toString('utf8', headEnd + 1, stampsEnd)) as StampLine[];
    let at = stampsEnd + 1;
    for (const [dir, modified, changed, size, inode, length] of stamps) {
      modules.set(dir, {
        stamp: { modified, changed, size, inode },
        record: bytes.subarray(at, at + length),
      });
      at += length + 1;
    }
    if (at !== bytes.length) modules.clear();
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
  const parts: Buffer[] = [];
  const newline = Buffer.from('\n');
  for (const [dir, { stamp, record }] of modules) {
    stamps.push([dir, stamp.modified, stamp.changed, stamp.size, stamp.inode, record.length]);
    parts.push(record, newline);
  }
  const head = `${JSON.stringify({ format: FORMAT, root })}\n${JSON.stringify(stamps)}\n`;
  await writeAtomicBytes(path, Buffer.concat([Buffer.from(head), ...parts]));
}
