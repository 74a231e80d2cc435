import type { Interface } from 'node:readline';

/**
 * The lines of a piped input, one with each call; undefined at its end, and ever after. One reader for the whole
 * command: a reader that is closed takes with it what it had read ahead. Between two lines it is paused, so that a
 * pipe nobody closes keeps no command alive.
 */
export function pipedLines(input: () => NodeJS.ReadableStream): () => Promise<string | undefined> {
  let reader: Interface | undefined;
  let lines: AsyncIterator<string, undefined> | undefined;
  let closed = false;
  return async () => {
    if (reader === undefined || lines === undefined) {
      const { createInterface } = await import('node:readline');
      reader = createInterface({ input: input() }).once('close', () => (closed = true));
      lines = reader[Symbol.asyncIterator]();
    }
    if (!closed) reader.resume();
    const { value } = await lines.next();
    if (!closed) reader.pause();
    return value;
  };
}
