import { posix } from 'node:path';
import type { DayFacts } from '../report/daily-report.ts';
import type { DayMaterial, TaskSession } from './material.ts';
import { taskName } from './task-name.ts';

/** So often the same tests have to fail in one session. */
const LOOP = 3;

/** Sessions that ran the same tests again and again without getting them to pass. */
export function testLoopsOf({ sessions }: DayMaterial): DayFacts['test_loops'] {
  return sessions
    .flatMap((session) => loopsIn(session))
    .sort((a, b) => b.failures - a.failures || (a.session + a.command < b.session + b.command ? -1 : 1));
}

function loopsIn(session: TaskSession): DayFacts['test_loops'] {
  const failed = new Map<string, number[]>();
  for (const { kind, command, seq, ok } of session.commands) {
    if (kind !== 'Bash:test' || ok !== false) continue;
    const same = command.replaceAll(/\s+/g, ' ').trim();
    failed.set(same, [...(failed.get(same) ?? []), seq]);
  }
  return [...failed]
    .filter(([, places]) => places.length >= LOOP)
    .map(([command, places]) => ({
      task: taskName(session.work),
      session: session.id,
      command: command.slice(0, 200),
      failures: places.length,
      folder: folderOf(session),
      places: places.map((seq) => `${session.id}:${seq}`),
    }));
}

/** Where the session mostly worked; `.` when it changed nothing, or only files at the top. */
function folderOf({ edits }: TaskSession): string {
  const counts = new Map<string, number>();
  for (const { path } of edits) {
    const folder = posix.dirname(path);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  return most?.[0] ?? '.';
}
