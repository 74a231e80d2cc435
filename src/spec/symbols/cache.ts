import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { sha256 } from '../../host/hash.ts';
import { readBytesIfAny, writeAtomicBytes } from '../../host/fs/cache-file.ts';
import type { ChangeStamp } from '../../host/fs/sync-files.ts';
import { aligned } from './layout.ts';
import { PackedRecord } from './packed-record.ts';

/**
 * The index cache of one project: a line that says what it is, a line of stamps, then the packed records as they are.
 * It lies under AUTODEV_HOME, so that no project's git status ever shows it.
 */
export interface CachedModule {
  stamp: ChangeStamp;
  record: PackedRecord;
}

/** Raised whenever a record's form or the meaning of a spec changes: older caches are then built anew. */
const FORMAT = 'autodev-spec-index-4';

/** Numbers are kept as the processor has them; a home may be shared between two kinds. */
const ORDER = new Uint8Array(new Int32Array([1]).buffer)[0];

export function cacheFile(home: string, root: string): string {
  const name = sha256(root).slice(0, 24);
  return join(home, 'cache', 'spec', `${name}.index`);
}

type StampLine = [dir: string, mtimeMs: number, ctimeMs: number, size: number, ino: number];

/** With a sum of the records: the file is not synced, and after a power cut parts of it may be missing inside. */
function headOf(root: string, records: Buffer) {
  return { format: FORMAT, order: ORDER, root, sum: crc32(records) };
}

const NEWLINE = 10;

/** What was remembered; nothing when there is no cache, or it is damaged, of another version or of another root. */
export function readCache(path: string, root: string): Map<string, CachedModule> {
  const modules = new Map<string, CachedModule>();
  try {
    const bytes = readBytesIfAny(path);
    if (bytes === undefined) return modules;
    const headEnd = bytes.indexOf(NEWLINE);
    const stampsEnd = bytes.indexOf(NEWLINE, headEnd + 1);
    const head = JSON.parse(bytes.toString('utf8', 0, headEnd)) as Partial<ReturnType<typeof headOf>>;
    if (head.format !== FORMAT || head.order !== ORDER || head.root !== root) return modules;
    const stamps = JSON.parse(bytes.toString('utf8', headEnd + 1, stampsEnd)) as StampLine[];
    const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
    let at = stampsEnd + 1;
    for (const [dir, mtimeMs, ctimeMs, size, ino] of stamps) {
      const record = new PackedRecord(bytes, words, at);
      modules.set(dir, { stamp: { mtimeMs, ctimeMs, size, ino }, record });
      at += record.length;
    }
    if (at !== bytes.length || crc32(bytes.subarray(stampsEnd + 1)) !== head.sum) modules.clear();
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
  for (const [dir, { stamp, record }] of modules) {
    stamps.push([dir, stamp.mtimeMs, stamp.ctimeMs, stamp.size, stamp.ino]);
    parts.push(record.bytes());
  }
  const records = Buffer.concat(parts);
  const head = Buffer.from(`${JSON.stringify(headOf(root, records))}\n${JSON.stringify(stamps)}`);
  // Records begin at a multiple of four.
  const end = Buffer.from('\n'.padStart(aligned(head.length + 1) - head.length));
  await writeAtomicBytes(path, Buffer.concat([head, end, records]));
}
