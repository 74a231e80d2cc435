import { open } from 'node:fs/promises';

/** Follows a file that another program appends to: each call gives the whole lines that are new. */
export function openTail(path: string): () => Promise<string[]> {
  let at = 0;
  let rest = Buffer.alloc(0);
  return async () => {
    let file;
    try {
      file = await open(path, 'r');
    } catch {
      return [];
    }
    try {
      const { size } = await file.stat();
      if (size <= at) return [];
      const fresh = Buffer.alloc(size - at);
      const { bytesRead } = await file.read(fresh, 0, fresh.length, at);
      at += bytesRead;
      const all = Buffer.concat([rest, fresh.subarray(0, bytesRead)]);
      const end = all.lastIndexOf(0x0a) + 1;
      rest = all.subarray(end);
      return all
        .subarray(0, end)
        .toString('utf8')
        .split('\n')
        .filter((line) => line !== '');
    } finally {
      await file.close();
    }
  };
}
