import { relative } from 'node:path';
import { isoTime } from '../../../host/clock.ts';
import { activityBetween, type SessionActivity } from '../../../sessions/activity/activity.ts';
import { readCommands } from '../../../sessions/activity/read-commands.ts';
import type { RecordedEvent } from '../../../work/events.ts';
import { parseWorkId, workId, type WorkId } from '../../../work/ids.ts';
import { MARKER } from '../../prompt.ts';
import type { TaskSession } from '../facts/material.ts';
import { isTask } from '../facts/task-name.ts';

const USUAL_MS = 30 * 24 * 3_600_000;

/** The sessions that worked on a repository's tasks, and how sessions there usually are. */
export interface Sessions {
  sessions: TaskSession[];
  usual: Record<string, number>[];
}

/** From an index that is up to date. Sessions are ours by their first prompt and belong to a task by the log or their folder. */
export function taskSessions(
  index: string,
  at: { repo: string; from: number; to: number },
  events: readonly RecordedEvent[],
): Sessions {
  const logged = new Map<string, WorkId>();
  for (const event of events) if (event.type === 'session.finished') logged.set(event.sessionId, event.work);
  const workOf = (session: SessionActivity) =>
    logged.get(session.id) ?? workByFolder(session.project, at.repo);
  const between = { from: isoTime(at.to - USUAL_MS), to: isoTime(at.to), prompt: MARKER.trimEnd() };
  const month = activityBetween(index, between).flatMap((session) => {
    const work = workOf(session);
    return work !== undefined && parseWorkId(work).repo === at.repo && isTask(work)
      ? [{ session, work }]
      : [];
  });
  return {
    sessions: month
      .filter(({ session }) => Date.parse(session.endedAt) >= at.from)
      .map(({ session, work }) => taskSession(session, work)),
    usual: month.map(({ session }) => session.tools),
  };
}

function taskSession(session: SessionActivity, work: WorkId): TaskSession {
  const { id, agent, tools, files, project, edits } = session;
  return {
    id,
    work,
    agent,
    tools,
    commands: files.flatMap((file) => readCommands(file, agent)),
    edits: edits.flatMap(({ seq, path }) => {
      const inside = project === null ? path : relative(project, path);
      // What lies outside the worktree is no file of the repository.
      return inside === '' || inside.startsWith('..') || inside.startsWith('/')
        ? []
        : [{ seq, path: inside }];
    }),
  };
}

const FOLDER = /^(issue|pr|merge-pr)-([1-9]\d{0,9})$/;

/** `…/org/app/issue-42`: the worktree of an item tells which it is. */
function workByFolder(project: string | null, repo: string): WorkId | undefined {
  const parts = (project ?? '').split('/');
  const match = FOLDER.exec(parts.at(-1) ?? '');
  if (match === null || parts.slice(-3, -1).join('/') !== repo) return undefined;
  return workId(match[1] === 'merge-pr' ? 'merge' : (match[1] ?? ''), repo, Number(match[2]));
}
