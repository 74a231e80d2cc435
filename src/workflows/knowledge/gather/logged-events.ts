import { join } from 'node:path';
import { lineBuffer } from '../../../host/fs/line-file.ts';
import type { RecordedEvent } from '../../../work/events.ts';
import { isWorkId, parseWorkId } from '../../../work/ids.ts';

/** The events of a repository, and of agents, that the daily log holds. A log that is gone holds none. */
export function loggedEvents(folder: string, day: string, repo: string): RecordedEvent[] {
  const file = lineBuffer().open(join(folder, `daemon.${day}.log`));
  if (file === undefined) return [];
  const found: RecordedEvent[] = [];
  const take = (bytes: Buffer, start: number, end: number): boolean => {
    const event = eventIn(bytes.toString('utf8', start, end), repo);
    if (event !== undefined) found.push(event);
    return event !== undefined;
  };
  try {
    file.lines(0, { line: (...at) => void take(...at), longLine: () => {}, rest: take, refill: () => {} });
  } finally {
    file.close();
  }
  return found;
}

/** Our own program wrote the line, yet perhaps another version, and perhaps not to its end. */
function eventIn(line: string, repo: string): RecordedEvent | undefined {
  if (!line.includes(repo) && !line.includes('"agent.')) return undefined;
  try {
    const event = JSON.parse(line) as Partial<RecordedEvent> & { work?: unknown };
    if (typeof event.type !== 'string' || Number.isNaN(Date.parse(event.at ?? ''))) return undefined;
    const isOfAgent = event.type === 'agent.rests' || event.type === 'agent.works';
    const isOfRepo =
      typeof event.work === 'string' && isWorkId(event.work) && parseWorkId(event.work).repo === repo;
    return isOfAgent || isOfRepo ? (event as RecordedEvent) : undefined;
  } catch {
    return undefined;
  }
}
