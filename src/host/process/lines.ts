import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

/** Calls `onLine` for each line of a stream; a line longer than `cap` characters is cut there. Resolves at its end. */
export function readLines(stream: Readable, cap: number, onLine: (line: string) => void): Promise<void> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  const take = (text: string) => {
    const parts = text.split('\n');
    for (const [index, part] of parts.entries()) {
      if (rest.length < cap) rest += part.slice(0, cap - rest.length);
      if (index === parts.length - 1) return;
      if (rest !== '') onLine(rest);
      rest = '';
    }
  };
  stream.on('data', (chunk: Buffer) => take(decoder.write(chunk)));
  return new Promise((resolve) => {
    const end = () => {
      if (rest !== '') onLine(rest);
      rest = '';
      resolve();
    };
    stream.once('end', end);
    stream.once('close', end);
    stream.once('error', end);
  });
}
