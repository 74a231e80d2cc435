import { systemClock } from '../clock.ts';
import { carries, processTable, type ProcessEntry } from './process-table.ts';
import { signalProcess } from './signals.ts';

/**
 * Finds and ends every process of a run, whatever it did to get away: by a variable in its environment, by
 * descent, by session, and by having been seen as one of the run's before (`env -i setsid`, an orphan).
 * Real processes live in real time, so this runs on the system clock.
 */
export interface Tracker {
  /** Looks now: every living process of the run. */
  look(): Promise<ProcessEntry[]>;
  /** Ends them all; repeats until a look finds none. True when none is left. */
  kill(): Promise<boolean>;
  /** Stops watching. */
  close(): void;
}

export interface Marked {
  /** Everything below this process belongs to the run; the process itself too. */
  root?: number | undefined;
  /** A variable of the environment with a value that no other run has. */
  variable: string;
  value: string;
}

const LOOK_EVERY = 200;
const KILL_ROUNDS = 100;

export function trackProcesses(marked: Marked, watch = true): Tracker {
  const seen = new Map<number, string>();
  let closed = false;

  const look = async (): Promise<ProcessEntry[]> => {
    const table = processTable();
    const own = ownProcesses(table, marked, seen);
    for (const entry of own) seen.set(entry.pid, entry.started);
    return own;
  };

  const again = async (): Promise<void> => {
    if (closed) return;
    await look();
    // A process that starts and loses its parent between two looks escapes this; a PID namespace has no such gap.
    if (!closed) systemClock.after(LOOK_EVERY, () => void again(), { background: true });
  };
  if (watch) void again();

  return {
    look,
    close: () => {
      closed = true;
    },
    kill: async () => {
      for (let round = 0; round < KILL_ROUNDS; round += 1) {
        const alive = await look();
        if (alive.length === 0) return true;
        // The root last: where it inherits orphans, none of the others can get away while it lives.
        const others = alive.filter(({ pid }) => pid !== marked.root);
        for (const { pid } of others.length > 0 ? others : alive) signalProcess(pid, 'SIGKILL');
        await systemClock.sleep(round < 5 ? 5 : 50);
      }
      return false;
    },
  };
}

function ownProcesses(
  table: readonly ProcessEntry[],
  marked: Marked,
  seen: ReadonlyMap<number, string>,
): ProcessEntry[] {
  const byPid = new Map(table.map((entry) => [entry.pid, entry]));
  const own = new Map<number, ProcessEntry>();
  const sessions = new Set<number>();
  const add = (entry: ProcessEntry | undefined) => {
    if (entry === undefined || entry.pid === process.pid) return;
    own.set(entry.pid, entry);
    sessions.add(entry.session);
  };
  if (marked.root !== undefined) {
    const root = byPid.get(marked.root);
    if (root !== undefined && (seen.get(root.pid) ?? root.started) === root.started) add(root);
  }
  for (const [pid, started] of seen) if (byPid.get(pid)?.started === started) add(byPid.get(pid));
  for (const entry of table)
    if (!own.has(entry.pid) && carries(entry.pid, marked.variable, marked.value)) add(entry);
  // Our own session is that of the person's terminal or of the service: it holds more than the run.
  const ours = byPid.get(process.pid)?.session;
  if (ours !== undefined) sessions.delete(ours);
  sessions.delete(0);
  for (let grew = true; grew;) {
    grew = false;
    for (const entry of table) {
      if (own.has(entry.pid) || entry.pid === process.pid) continue;
      if (!own.has(entry.parent) && !sessions.has(entry.session)) continue;
      add(entry);
      if (ours !== undefined) sessions.delete(ours);
      grew = true;
    }
  }
  return [...own.values()];
}
