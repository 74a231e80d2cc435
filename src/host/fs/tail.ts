import { constants, open } from './node-fs.ts';

/** Of a larger step only this much is looked at; the rest with the next call. */
const STEP = 64 * 1024 * 1024;
/** Whoever writes it may put a pipe or a link in its place. */
const FLAGS = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;

/** Follows a file that another program appends to: each call gives the whole lines that are new. */
export function openTail(path: string): () => Promise<string[]> {
  let at = 0;
  let rest = Buffer.alloc(0);
  return async () => {
    let file;
    try {
      file = await open(path, FLAGS);
    } catch {
      return [];
    }
    try {
      const facts = await file.stat();
      if (!facts.isFile() || facts.size <= at) return [];
      const fresh = Buffer.alloc(Math.min(facts.size - at, STEP));
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
