import {
  isAlive,
  marksOf,
  nowQuickly,
  readQuickly,
  startOf,
  writeQuickly,
} from '../../host/fs/quick-files.ts';
import type { Status } from '../status.ts';

/**
 * The last status as a file, so that `autodev status` need neither connect nor open the store. It counts only while
 * nothing it was made from has changed: every change of the daemon is an event, and so a write to the store.
 */
interface StatusCopy {
  /** Of the program that wrote it: another version may say it differently. */
  version: string;
  marks: string;
  validUntil: number;
  pid: number | null;
  started: string;
  text: string;
  /** What is said beside it, on standard error. */
  hint: string;
  status: Status;
}

const SOURCES = ['autodev.db', 'autodev.db-wal', 'config.yaml'];
const file = (home: string) => `${home}/status.json`;

/** To be taken before the status is made: what changes meanwhile then makes the copy void. */
export function statusMarks(home: string): string {
  return marksOf(home, SOURCES);
}

export function writeStatusCopy(home: string, copy: Omit<StatusCopy, 'version' | 'pid' | 'started'>): void {
  const { pid, version } = copy.status.daemon;
  const whole: StatusCopy = { ...copy, version, pid, started: pid === null ? '' : startOf(pid) };
  writeQuickly(file(home), JSON.stringify(whole));
}

/** The copy, if it is certainly what the long way would say. */
export function readStatusCopy(home: string): Pick<StatusCopy, 'text' | 'hint' | 'status'> | undefined {
  const copy = parsed(readQuickly(file(home)));
  if (copy === undefined) return undefined;
  const now = nowQuickly();
  if (copy.marks !== statusMarks(home) || now > copy.validUntil) return undefined;
  if (copy.pid !== null && !isAlive(copy.pid, copy.started)) return undefined;
  const { daemon } = copy.status;
  if (daemon.started_at !== null)
    daemon.uptime_secs = Math.max(0, Math.round((now - Date.parse(daemon.started_at)) / 1_000));
  return copy;
}

function parsed(text: string | undefined): StatusCopy | undefined {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as StatusCopy);
  } catch {
    return undefined;
  }
}
