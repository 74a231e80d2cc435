import { dirname } from 'node:path';
import { closeSync, openSync } from '../fs/node-fs.ts';
import { AutodevError, messageOf } from '../../work/errors.ts';
import { makeFolder } from '../fs/files.ts';
import { spawnProgram, type Exit } from './spawn.ts';

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
    const { child, exited } = await spawnProgram(command, args, {
      cwd: options.cwd,
      env: options.env,
      detached: true,
      stdio: ['ignore', output, output],
    }).catch((error: unknown) => {
      throw new AutodevError('io', `cannot run ${command}: ${messageOf(error)}`, { cause: error });
    });
    child.unref();
    return { pid: child.pid ?? 0, exited };
  } finally {
    closeSync(output);
  }
}
