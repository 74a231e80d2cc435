import { spawn } from 'node:child_process';
import { openSync, closeSync } from 'node:fs';
import { dirname } from 'node:path';
import { AutodevError, messageOf } from '../work/errors.ts';
import { makeFolder } from './files.ts';
import type { Exit } from './process.ts';

export interface Detached {
  pid: number;
  /** Settles only while this process is alive to see it. */
  exited: Promise<Exit>;
}

/** Starts a program that outlives this one, in a session of its own; what it says goes into a file. */
export async function startDetached(
  command: string,
  args: readonly string[],
  options: { env: Readonly<Record<string, string | undefined>>; cwd: string; output: string },
): Promise<Detached> {
  await makeFolder(dirname(options.output), 0o700);
  const output = openSync(options.output, 'w', 0o600);
  try {
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: options.env,
      detached: true,
      stdio: ['ignore', output, output],
    });
    const exited = new Promise<Exit>((resolve) => {
      child.once('exit', (code, signal) => resolve({ code, signal }));
    });
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', (error) =>
        reject(new AutodevError('io', `cannot run ${command}: ${messageOf(error)}`, { cause: error })),
      );
    });
    child.unref();
    return { pid: child.pid ?? 0, exited };
  } finally {
    closeSync(output);
  }
}
