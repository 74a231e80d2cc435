import { readFile } from '../fs/node-fs.ts';
import { processExists } from './signals.ts';

/**
 * When a process started, in a form that two processes with the same pid cannot share; `unknown` where /proc is absent,
 * `ended` for a dead one that nobody has waited for yet.
 */
export async function processStart(pid: number): Promise<string> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const boot = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
    // The command name may hold spaces and brackets; behind it come the state and, as the 20th, the start time.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? 'ended' : `${boot}/${fields[19] ?? ''}`;
  } catch {
    return 'unknown';
  }
}

/** Whether the process of that pid is alive and is the one that started then. */
export async function aliveSince(pid: number, startedAt: string): Promise<boolean> {
  return processExists(pid) && (await processStart(pid)) === startedAt;
}
