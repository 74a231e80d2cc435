import { spawn } from 'node:child_process';
import { AutodevError, messageOf } from '../work/errors.ts';
import type { Exit } from './process.ts';

/** Hands the terminal over to another program (an editor) until it ends. */
export async function runInTerminal(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<Exit> {
  const child = spawn(command, args, { stdio: 'inherit', env });
  return new Promise((resolve, reject) => {
    child.once('error', (error) => {
      reject(new AutodevError('not_found', `cannot run ${command}`, { why: messageOf(error), cause: error }));
    });
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
}
