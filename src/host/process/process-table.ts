import { readdir, readFile } from '../fs/node-fs.ts';

/** One living process. Its start time tells it from a later one with the same id. */
export interface ProcessEntry {
  pid: number;
  parent: number;
  session: number;
  started: string;
}

/** Every living process, from /proc; zombies are dead. Empty where there is no /proc. */
export async function processTable(): Promise<ProcessEntry[]> {
  let names: string[];
  try {
    names = await readdir('/proc');
  } catch {
    return [];
  }
  const entries = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map(readEntry));
  return entries.filter((entry) => entry !== undefined);
}

async function readEntry(pid: string): Promise<ProcessEntry | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may hold spaces and parentheses of its own.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, parent, , session] = fields;
    if (state === 'Z' || state === 'X') return undefined;
    return { pid: Number(pid), parent: Number(parent), session: Number(session), started: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}

/** Whether the process was started with this variable. False when it is gone or not ours to look at. */
export async function carries(pid: number, name: string, value: string): Promise<boolean> {
  try {
    const environment = await readFile(`/proc/${pid}/environ`, 'latin1');
    return environment.split('\0').includes(Buffer.from(`${name}=${value}`).toString('latin1'));
  } catch {
    return false;
  }
}
