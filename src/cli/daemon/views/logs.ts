import { eventLine } from '../../../render/event-line.ts';
import { followEvents } from '../../../api/follow.ts';
import { local } from '../../../render/moments.ts';
import { inert } from '../../../render/visible.ts';
import type { SessionLog } from '../../../store/tables/session-logs.ts';
import type { RecordedEvent } from '../../../work/events.ts';
import type { Input } from '../../command.ts';
import { palette } from '../../io.ts';
import { readStore } from '../stores.ts';
import { findWorkOf } from '../work-id.ts';

export async function run(input: Input): Promise<number> {
  const { io, json, home, signal } = input;
  const lines = input.int('lines') ?? 200;
  const follow = input.flag('follow');
  const output = input.flag('output');
  const { work, events, sessions, after } = await readStore(home, async (store) => {
    const work = await findWorkOf(store, input.args);
    return {
      work,
      events: lines === 0 ? [] : await store.events.ofWork(work, lines, follow ? [] : ['session.progress']),
      sessions: output ? await store.sessions.ofWork(work) : [],
      after: await store.events.lastSeq(),
    };
  });
  const { dim } = palette(io.color);
  const show = (event: RecordedEvent) => {
    const line = eventLine(event);
    if (line !== undefined) io.out(`${dim(local(event.at))}  ${line}\n`);
  };
  // While following, each event is a line of its own: a program can read them as they come.
  const showJson = (event: RecordedEvent) => io.out(`${JSON.stringify({ schema_version: 1, ...event })}\n`);
  if (json && !follow) {
    io.out(`${JSON.stringify({ schema_version: 1, id: work, events, ...(output ? { sessions } : {}) })}\n`);
    return 0;
  }
  const tell = json ? showJson : show;
  for (const event of events) tell(event);
  for (const session of sessions) io.out(sessionText(inert(session), dim));
  if (!follow) return 0;
  try {
    await followEvents(home, {
      after,
      signal,
      onEvent: (event) => {
        if ('work' in event && event.work === work) tell(event);
      },
    });
  } catch {
    io.err('the daemon is not running, so nothing new happens: autodev start -d\n');
    return 1;
  }
  if (signal.aborted) return 130;
  io.err('the daemon stopped\n');
  return 0;
}

function sessionText(log: SessionLog, dim: (text: string) => string): string {
  const head = `── ${local(log.startedAt)}  ${log.command}  exit ${log.exitCode ?? '–'}, ${Math.round(log.durationMs / 1_000)} s`;
  return `${dim(head)}\n${ended(log.stdout)}${ended(log.stderr)}`;
}

const ended = (text: string) => (text === '' || text.endsWith('\n') ? text : `${text}\n`);
