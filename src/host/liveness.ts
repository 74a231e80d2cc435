import { readFile } from 'node:fs/promises';

/**
 * When a process started, in a form that two processes with the same pid cannot share; `unknown` where /proc is absent.
 * A zombie is `gone`: in a container whose first process collects no orphans it stays for ever, and holds nothing.
 */
export async function processStart(pid: number): Promise<string> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const boot = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
    // The command name may hold spaces and brackets; the start time is the 20th field after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return isZombie(fields[0]) ? 'gone' : `${boot}/${fields[19] ?? ''}`;
  } catch {
    return 'unknown';
  }
}

const isZombie = (state: string | undefined) => state === 'Z' || state === 'X';

/** Whether the process of that pid is alive and is the one that started then. */
export async function aliveSince(pid: number, startedAt: string): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  return (await processStart(pid)) === startedAt;
}
