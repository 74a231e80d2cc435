import { readEnvironment } from '../config/environment.ts';
import { isPlain, writeOut } from '../host/fs/quick-files.ts';
import type { Io } from './io.ts';
import { pipedLines } from './piped-lines.ts';

/** The process's own streams. A reader that goes away (`autodev … | head`) ends the program quietly. */
export function terminal(): Io {
  const env = readEnvironment();
  // Each stream is made when it is needed: making all three is a fifth of the start of Node.
  const out = once(() => quietly(process.stdout));
  const err = once(() => quietly(process.stderr));
  const piped = once(() => isPlain(1));
  const nextLine = pipedLines(() => process.stdin);
  return {
    out: (text) => {
      const rest = piped() ? writing(text) : text;
      if (rest.length > 0) out().write(rest);
    },
    err: (text) => void err().write(text),
    get outIsTerminal() {
      return !piped() && out().isTTY === true;
    },
    get errIsTerminal() {
      return err().isTTY === true;
    },
    get inIsTerminal() {
      return process.stdin.isTTY === true;
    },
    get color() {
      const forced = env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== '0';
      return !env.NO_COLOR && (forced || (!piped() && out().isTTY === true && env.TERM !== 'dumb'));
    },
    get columns() {
      // A terminal that does not know its size says 0.
      return out().columns || 80;
    },
    get rows() {
      return out().rows ?? 24;
    },
    ask: async (question, how) => {
      if (process.stdin.isTTY !== true) {
        err().write(question);
        return nextLine();
      }
      const { createInterface } = await import('node:readline/promises');
      const output = how?.hidden ? await nowhere() : process.stderr;
      const lines = createInterface({ input: process.stdin, output, terminal: true });
      // Only now: before there is a reader, the terminal itself shows what is typed.
      if (how?.hidden) err().write(question);
      const closed = new Promise<undefined>((resolve) => lines.once('close', () => resolve(undefined)));
      try {
        return await Promise.race([lines.question(how?.hidden ? '' : question), closed]);
      } finally {
        lines.close();
        if (how?.hidden) err().write('\n');
      }
    },
    readInput: async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
      return Buffer.concat(chunks).toString('utf8');
    },
  };
}

/** What readline would show of each key. */
async function nowhere(): Promise<NodeJS.WritableStream> {
  const { Writable } = await import('node:stream');
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}

function writing(text: string): Buffer {
  try {
    return writeOut(1, text);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EPIPE') process.exit(0);
    throw error;
  }
}

function quietly(stream: NodeJS.WriteStream): NodeJS.WriteStream {
  return stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
