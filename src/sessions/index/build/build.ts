import { lineBuffer } from '../../../host/fs/line-file.ts';
import { makeParent, removeAbandoned, removeFiles, replaceFile } from '../../../host/fs/replace-file.ts';
import type { Database } from '../../../host/db/sqlite.ts';
import { cores } from '../../../host/machine.ts';
import { startWorkers } from '../../../host/process/threads.ts';
import type { TranscriptFile } from '../../locate/transcript.ts';
import { readTranscript } from '../../read/read-transcript.ts';
import { partPath, type BuildCommon } from './build-parts.ts';
import { countOnce } from '../rows/copies.ts';
import { fileSums } from '../sums/file-sums.ts';
import { filler, type FillJob } from './fill.ts';
import { mergeParts } from './merge.ts';
import { createIndex } from '../open.ts';
import { INDEXES, INDEXES_FOR_CHANGE } from '../schema.ts';
import { sessionOf, writeSessions } from '../rows/session-rows.ts';
import { sumNames } from '../sums/sum-names.ts';
import { refuseNothing, summaryOf, type IndexSummary } from '../summary.ts';
import type { UpdateOptions } from '../update-options.ts';

/** Below this a thread costs more than it saves. */
const WORTH_A_THREAD = 24 * 1024 * 1024;
const MOST_THREADS = 3;
const ABANDONED_MS = 3_600_000;
const BREATH = 2 * 1024 * 1024;

/** A new index is built aside, by several threads when there is much to read, and put in place when it is whole. */
export async function buildIndex(
  found: readonly TranscriptFile[],
  meta: Readonly<Record<string, string>>,
  options: UpdateOptions,
): Promise<IndexSummary> {
  const { path, project } = options;
  const aside = `${path}.${options.tag}.tmp`;
  makeParent(path);
  removeAbandoned(path, ABANDONED_MS);
  const threads = options.threads ?? threadsFor(found);
  const parts = Array.from({ length: threads }, (_, number) => partPath(aside, number));
  const db = createIndex(aside);
  try {
    const unwritten = await fillTables(db, found, { aside, project }, parts, options);
    db.raw.exec('BEGIN');
    db.raw.exec(INDEXES);
    finish(db, unwritten);
    for (const [name, value] of Object.entries(meta)) db.run('INSERT INTO meta VALUES (?, ?)', name, value);
    db.raw.exec('COMMIT');
    refuseNothing(db, project);
    const summary = summaryOf(db, path, { read: found.length });
    db.close();
    replaceFile(aside, path, [`${path}-wal`, `${path}-shm`]);
    return summary;
  } finally {
    db.close();
    removeFiles(aside, ...parts);
  }
}

function threadsFor(found: readonly TranscriptFile[]): number {
  const bytes = found.reduce((sum, file) => sum + file.stamp.size, 0);
  return Math.max(0, Math.min(MOST_THREADS, cores() - 1, Math.floor(bytes / WORTH_A_THREAD)));
}

/** Reads every transcript into the tables; returns the sessions that have no row yet, or not the right one. */
async function fillTables(
  db: Database,
  found: readonly TranscriptFile[],
  common: BuildCommon,
  parts: readonly string[],
  options: UpdateOptions,
): Promise<Map<number, string>> {
  const keys = new Map<string, number>();
  const unwritten = new Map<number, string>();
  const keyOf = (session: string): number => {
    const known = keys.get(session);
    if (known === undefined) keys.set(session, keys.size + 1);
    else unwritten.set(known, session);
    return known ?? keys.size;
  };
  const placed = found.map((file) => (file.session === undefined ? undefined : keyOf(file.session)));
  const jobs = found.map((file, at): FillJob => {
    const session = placed[at];
    return { file, id: at + 1, session, alone: session !== undefined && !unwritten.has(session) };
  });
  const shared = jobs.filter((job) => job.session !== undefined);
  const script = new URL(
    import.meta.url.endsWith('.ts') ? 'build-thread.ts' : 'build-thread.js',
    import.meta.url,
  );
  const pool = startWorkers(script, shared, common, parts.length);
  const names = sumNames(db);
  const fill = filler(
    db,
    common.project,
    1,
    (session) => {
      const key = keyOf(session);
      unwritten.set(key, session);
      return key;
    },
    names,
  );
  const buffer = lineBuffer();
  const totalBytes = found.reduce((sum, file) => sum + file.stamp.size, 0);
  let own = 0;
  let sinceBreath = 0;
  const doOne = async (job: FillJob): Promise<void> => {
    const reading = readTranscript(job.file, undefined, buffer);
    if (reading !== undefined) fill.put(job, reading);
    own += 1;
    const files = own + pool.finished();
    // The bytes of the others are not known here; files are much alike.
    options.progress?.({
      files,
      totalFiles: jobs.length,
      bytes: (totalBytes * files) / jobs.length,
      totalBytes,
    });
    sinceBreath += job.file.stamp.size;
    if (sinceBreath < BREATH) return;
    sinceBreath = 0;
    await pool.yieldToEventLoop();
    options.signal?.throwIfAborted();
  };
  try {
    db.raw.exec('BEGIN');
    for (const job of jobs) if (job.session === undefined) await doOne(job);
    for (let at = pool.claim(); at !== undefined; at = pool.claim()) await doOne(shared[at] as FillJob);
    fill.flush();
    db.raw.exec('COMMIT');
    await pool.join();
  } finally {
    await pool.stop();
  }
  options.signal?.throwIfAborted();
  mergeParts(db, parts, names);
  return unwritten;
}

/** What can be told only when every transcript was read. */
function finish(db: Database, unwritten: ReadonlyMap<number, string>): void {
  const copied = countOnce(db, undefined);
  const sessions = new Map(unwritten);
  if (copied.size > 0) {
    db.raw.exec(INDEXES_FOR_CHANGE);
    const sums = fileSums(db, sumNames(db));
    for (const file of copied) {
      sums.recount(file);
      const { key, id } = sessionOf(db, file) ?? {};
      if (key !== undefined && id !== undefined) sessions.set(key, id);
    }
    sums.flush();
  }
  writeSessions(db, sessions);
}
