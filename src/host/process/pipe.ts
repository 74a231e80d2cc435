import { readFileSync, writeSync } from '../fs/node-fs.ts';

/** The whole of standard input and output, for a process that does one thing and ends. */

export function readInput(): string {
  return readFileSync(0, 'utf8');
}

export function writeOutput(text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length;) {
    try {
      at += writeSync(1, bytes, at);
    } catch (error) {
      // The reader is slower than we are.
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
    }
  }
}
