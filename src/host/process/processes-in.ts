import { readdir, readlink } from '../fs/node-fs.ts';

/** Ids of the processes that work in a folder or below it; empty where there is no /proc. */
export async function processesIn(folder: string): Promise<number[]> {
  const found: number[] = [];
  let names: string[];
  try {
    names = await readdir('/proc');
  } catch {
    return [];
  }
  for (const name of names) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const cwd = await readlink(`/proc/${name}/cwd`);
      if (cwd === folder || cwd.startsWith(`${folder}/`)) found.push(Number(name));
    } catch {
      // Gone, or not ours to look at.
    }
  }
  return found;
}
