import { fileURLToPath } from 'node:url';
import type { Processes } from '../../host/process/process.ts';
import type { Row } from '../../host/db/sqlite.ts';
import { AutodevError } from '../../work/errors.ts';
import { hasSecondStatement } from './one-statement.ts';
import { workOut } from './work-out.ts';

export interface SqlOptions {
  processes: Processes;
  env: Readonly<Record<string, string>>;
  timeoutMs?: number;
  signal?: AbortSignal | undefined;
}

const LONGEST_MS = 10_000;
const MOST_BYTES = 64 * 1024 * 1024;

/** Answers `--sql`: one query, read-only, ended when it takes too long. */
export async function askSql(index: string, sql: string, options: SqlOptions): Promise<Row[]> {
  if (hasSecondStatement(sql))
    throw new AutodevError('invalid_input', '--sql takes one statement', {
      hint: 'leave out what follows the ;',
    });
  const ready = workOut(index, sql);
  try {
    return await askInProcess(ready.path, sql, options);
  } finally {
    ready.done();
  }
}

/** In a process of its own, so that a query that runs for ever can be ended. */
async function askInProcess(index: string, sql: string, options: SqlOptions): Promise<Row[]> {
  const name = import.meta.url.endsWith('.ts') ? 'sql-process.ts' : 'sql-process.js';
  const script = fileURLToPath(new URL(name, import.meta.url));
  const timeoutMs = options.timeoutMs ?? LONGEST_MS;
  const done = await options.processes.run(process.execPath, ['--no-warnings', script, index], {
    env: options.env,
    input: sql,
    timeoutMs,
    maxOutputBytes: MOST_BYTES,
    signal: options.signal,
  });
  if (done.timedOut)
    throw new AutodevError('invalid_input', `the query was stopped after ${timeoutMs / 1000} seconds`, {
      hint: 'narrow it down, or copy the index and use sqlite3 on the copy',
    });
  if (done.truncated)
    throw new AutodevError('invalid_input', 'the query gives too many rows', { hint: 'add a LIMIT' });
  if (done.code !== 0)
    throw new AutodevError('invalid_input', 'the query failed', {
      why: done.stderr.trim().split('\n').at(-1),
    });
  const answer = JSON.parse(done.stdout.toString('utf8')) as { rows?: Row[]; error?: string };
  if (answer.rows !== undefined) return answer.rows;
  throw new AutodevError('invalid_input', 'the query is not allowed or not understood', {
    why: answer.error,
    hint: 'only SELECT over the tables of the index; see docs/sessions.md for them',
  });
}
