import { readEnvironment } from '../config/environment.ts';
import type { Io } from './io.ts';

/** The process's own streams. A reader that goes away (`autodev … | head`) ends the program quietly. */
export function terminal(): Io {
  const env = readEnvironment();
  const quietly = (stream: NodeJS.WriteStream) =>
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit(0);
      throw error;
    });
  quietly(process.stdout);
  quietly(process.stderr);
  const forced = env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== '0';
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    outIsTerminal: process.stdout.isTTY === true,
    errIsTerminal: process.stderr.isTTY === true,
    inIsTerminal: process.stdin.isTTY === true,
    color: !env.NO_COLOR && (forced || (process.stdout.isTTY === true && env.TERM !== 'dumb')),
    columns: process.stdout.columns ?? 80,
    rows: process.stdout.rows ?? 24,
    ask: async (question) => {
      const { createInterface } = await import('node:readline/promises');
      const lines = createInterface({ input: process.stdin, output: process.stderr });
      const closed = new Promise<undefined>((resolve) => lines.once('close', () => resolve(undefined)));
      try {
        return await Promise.race([lines.question(question), closed]);
      } finally {
        lines.close();
      }
    },
    readInput: async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
      return Buffer.concat(chunks).toString('utf8');
    },
  };
}
