import type { SessionTranscript } from '../../api/board/session-transcript.ts';
import type { SessionLog } from '../../store/tables/session-logs.ts';
import type { Store } from '../../store/store.ts';
import { AutodevError } from '../../work/errors.ts';
import type { RecordedEvent } from '../../work/events.ts';
import type { WorkId } from '../../work/ids.ts';

const SESSIONS = 5_000;
const LINES = 5_000;

type Started = Extract<RecordedEvent, { type: 'session.started' }>;
type Progress = Extract<RecordedEvent, { type: 'session.progress' }>;

/**
 * The nth session of an item, counted as its timeline does. While it runs, and when it was cut off, what it said is
 * known by its events; once it has ended, by the row of the audit trail.
 */
export async function sessionTranscriptOf(
  id: WorkId,
  nth: number,
  from: { store: Store; isRunning: boolean },
): Promise<SessionTranscript> {
  const { store, isRunning } = from;
  const all = await store.events.newest(['session.started'], { work: id, limit: SESSIONS });
  const sessions = all.filter((event): event is Started => event.type === 'session.started');
  const session = sessions[nth - 1];
  if (session === undefined) throw new AutodevError('not_found', `${id} has no session ${nth}`);
  const next = session.session === undefined ? sessions[nth] : undefined;
  const logs = await store.sessions.ofWork(id);
  const log =
    session.session === undefined
      ? logOf(logs, sessions[nth - 2]?.at ?? '', session.at)
      : logs.find((row) => row.id === session.session);
  const said = (await store.events.newest(['session.progress'], { work: id, limit: LINES })).flatMap(
    (event) => (event.type === 'session.progress' && isOf(event, session, next) ? [event] : []),
  );
  const ended = log?.finishedAt ?? next?.at ?? (isRunning ? null : (said.at(-1)?.at ?? session.at));
  return {
    id,
    title: (await store.events.latest(id, 'item.queued'))?.title ?? '',
    nth,
    count: sessions.length,
    name: `${session.agent} ${session.model} on ${session.step}`,
    started_at: session.at,
    finished_at: ended,
    exit_code: log?.exitCode ?? null,
    lines: said.length > 0 ? said.map(({ text }) => text) : (log?.stdout ?? '').split('\n').filter(Boolean),
    errors: log?.stderr ?? '',
  };
}

/** Sessions of one item may run side by side: each line names its own. Lines of earlier versions are told by their place. */
function isOf(line: Progress, session: Started, next: Started | undefined): boolean {
  if (session.session !== undefined) return line.session === session.session;
  return line.seq > session.seq && line.seq < (next?.seq ?? Infinity);
}

/** Its row begins before its event is told, and after the event of the session before it. */
function logOf(logs: readonly SessionLog[], after: string, at: string): SessionLog | undefined {
  return logs.findLast(({ startedAt }) => startedAt <= at && startedAt >= after);
}
