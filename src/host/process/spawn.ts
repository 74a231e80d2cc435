import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface Spawned {
  child: ChildProcess;
  exited: Promise<Exit>;
}

/** The only file that starts programs. Resolves once it runs; rejects with the system's own error when it cannot. */
export async function spawnProgram(
  command: string,
  args: readonly string[],
  options: SpawnOptions,
): Promise<Spawned> {
  const child = spawn(command, args, options);
  const exited = new Promise<Exit>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', reject);
  });
  return { child, exited };
}
