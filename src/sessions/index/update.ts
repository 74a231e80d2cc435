import { makeParent, removeFiles, replaceFile } from '../../host/replace-file.ts';
import type { Database } from '../../host/sqlite.ts';
import { AutodevError } from '../../work/errors.ts';
import { findTranscripts } from '../locate/find.ts';
import type { Roots } from '../locate/roots.ts';
import type { TranscriptFile } from '../locate/transcript.ts';
import { applier, type Applier } from './apply.ts';
import { knownFiles, type KnownFile } from './file-rows.ts';
import { createIndex, openIndex, openUsable } from './open.ts';
import { readAll } from './read-all.ts';
import { INDEXES, INDEXES_FOR_CHANGE } from './schema.ts';
import { scopeText } from './scope.ts';

export interface UpdateOptions {
  roots: Roots;
  /** A working folder's path; all projects without it. */
  project?: string | undefined;
  path: string;
  /** Build it anew. */
  full?: boolean;
  /** Makes the name of the file that is built aside unique. */
  tag: string;
  signal?: AbortSignal | undefined;
  progress?: (done: Progress) => void;
}

export interface Progress {
  files: number;
  totalFiles: number;
  bytes: number;
  totalBytes: number;
}

export interface IndexSummary {
  db: string;
  files: number;
  read: number;
  appended: number;
  unchanged: number;
  removed: number;
  sessions: number;
  unknown_records: number;
  broken_lines: number;
  long_lines: number;
}

/** Brings an index in line with the transcripts. What did not change costs a stat. */
export async function updateIndex(options: UpdateOptions): Promise<IndexSummary> {
  const { roots, project, path } = options;
  const found = findTranscripts(roots, project);
  const scope = scopeText({ roots, project });
  const listing = listingOf(scope, found);
  const old = openUsable(path);
  if (old === undefined) return build(found, scope, listing, options);
  let sameScope: boolean;
  try {
    sameScope = metaOf(old, 'scope') === scope && options.full !== true;
    if (sameScope && metaOf(old, 'listing') === listing)
      return summaryOf(old, path, { unchanged: found.length });
  } finally {
    old.close();
  }
  return sameScope ? change(found, listing, options) : build(found, scope, listing, options);
}

/** Everything that would show in a stat, in one text: equal means nothing to do. */
function listingOf(scope: string, found: readonly TranscriptFile[]): string {
  let text = scope;
  for (const { path, stamp } of found) text += `\n${path}\t${stamp.size}\t${stamp.mtimeMs}\t${stamp.ino}`;
  return text;
}

/** A new index is built aside and put in place when it is whole. */
async function build(
  found: readonly TranscriptFile[],
  scope: string,
  listing: string,
  options: UpdateOptions,
): Promise<IndexSummary> {
  const { path, project } = options;
  const aside = `${path}.${options.tag}.tmp`;
  makeParent(path);
  const db = createIndex(aside);
  try {
    db.raw.exec('BEGIN');
    const apply = applier(db, project, true);
    await readInto(found, () => undefined, apply.put, options);
    apply.flush();
    db.raw.exec(INDEXES);
    apply.finish();
    db.run('INSERT INTO meta VALUES (?, ?), (?, ?)', 'listing', listing, 'scope', scope);
    db.raw.exec('COMMIT');
    refuseNothing(db, options, found.length);
    const summary = summaryOf(db, path, { read: found.length });
    db.close();
    replaceFile(aside, path, [`${path}-wal`, `${path}-shm`]);
    return summary;
  } finally {
    db.close();
    removeFiles(aside, `${aside}-wal`, `${aside}-shm`, `${aside}-journal`);
  }
}

/** An index is changed in one transaction: a crash leaves it as it was. */
async function change(
  found: readonly TranscriptFile[],
  listing: string,
  options: UpdateOptions,
): Promise<IndexSummary> {
  const counts = { read: 0, appended: 0, unchanged: 0, removed: 0 };
  const db = openIndex(options.path);
  try {
    db.raw.exec('BEGIN IMMEDIATE');
    db.raw.exec(INDEXES_FOR_CHANGE);
    const known = knownFiles(db);
    const apply = applier(db, options.project, false);
    const gone = new Map(known);
    const changed = found.filter((file) => {
      gone.delete(file.path);
      const before = known.get(file.path)?.bookmark.stamp;
      const { size, mtimeMs, ino } = file.stamp;
      const same = before?.size === size && before.mtimeMs === mtimeMs && before.ino === ino;
      if (same) counts.unchanged += 1;
      return !same;
    });
    for (const file of gone.values()) apply.drop(file);
    counts.removed = gone.size;
    await readInto(
      changed,
      (file) => known.get(file.path),
      (file, before, reading) => {
        if (reading.appended) counts.appended += 1;
        else counts.read += 1;
        apply.put(file, before, reading);
      },
      options,
      apply.drop,
    );
    apply.finish();
    db.run("UPDATE meta SET value = ? WHERE name = 'listing'", listing);
    refuseNothing(db, options, found.length);
    db.raw.exec('COMMIT');
    return summaryOf(db, options.path, counts);
  } finally {
    // Closing without COMMIT rolls back.
    db.close();
  }
}

type Put = Applier['put'];

async function readInto(
  files: readonly TranscriptFile[],
  knownOf: (file: TranscriptFile) => KnownFile | undefined,
  put: Put,
  options: UpdateOptions,
  drop: (known: KnownFile) => void = () => {},
): Promise<void> {
  const jobs = files.map((file) => ({ file, before: knownOf(file)?.bookmark }));
  const progress: Progress = {
    files: 0,
    totalFiles: files.length,
    bytes: 0,
    totalBytes: files.reduce((sum, file) => sum + file.stamp.size, 0),
  };
  await readAll(
    jobs,
    ({ file }, { reading }) => {
      const known = knownOf(file);
      if (reading !== undefined) put(file, known, reading);
      // It vanished between the walk and the reading.
      else if (known !== undefined) drop(known);
      progress.files += 1;
      progress.bytes += file.stamp.size;
      options.progress?.(progress);
    },
    options.signal,
  );
}

/** A project without a single transcript is most likely a mistyped path. */
function refuseNothing(db: Database, { project }: UpdateOptions, found: number): void {
  if (project === undefined) return;
  if (found > 0 && db.get('SELECT id FROM sessions LIMIT 1') !== undefined) return;
  throw new AutodevError('not_found', `no transcripts of ${project}`, {
    why: 'no agent has kept a session for that working folder',
    hint: 'name the folder the agent ran in, or leave --project out to see all projects',
  });
}

function metaOf(db: Database, name: string): string | undefined {
  return db.get<{ value: string }>('SELECT value FROM meta WHERE name = ?', name)?.value;
}

function summaryOf(db: Database, path: string, counts: Partial<IndexSummary>): IndexSummary {
  const totals = db.get<Pick<IndexSummary, 'files' | 'unknown_records' | 'broken_lines' | 'long_lines'>>(
    `SELECT count(*) AS files, coalesce(sum(unknown_records), 0) AS unknown_records,
       coalesce(sum(broken_lines), 0) AS broken_lines, coalesce(sum(long_lines), 0) AS long_lines FROM files`,
  );
  const sessions = db.get<{ n: number }>('SELECT count(*) AS n FROM sessions')?.n ?? 0;
  return {
    db: path,
    files: 0,
    read: 0,
    appended: 0,
    unchanged: 0,
    removed: 0,
    ...counts,
    sessions,
    unknown_records: 0,
    broken_lines: 0,
    long_lines: 0,
    ...totals,
  };
}
