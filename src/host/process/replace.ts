import fs from 'node:fs';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Becomes another program, with this process's streams, terminal and place in the tree of processes. Resolves to its
 * exit code where Node (before 23.11) cannot become one and has to wait for it.
 */
export async function replaceProcess(
  file: string,
  args: readonly string[],
  env: Environment,
): Promise<number> {
  const given = Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  const { execve } = process as unknown as {
    execve?: (file: string, args: readonly string[], env: Record<string, string>) => never;
  };
  if (execve !== undefined) return execve.call(process, file, args, given);
  const { spawn } = await import('node:child_process');
  const child = spawn(file, args.slice(1), { argv0: args[0], env: given, stdio: 'inherit' });
  for (const name of ['SIGTERM', 'SIGHUP', 'SIGUSR2'] as const) process.on(name, () => void child.kill(name));
  // A terminal tells the program itself.
  process.on('SIGINT', () => (process.stdin.isTTY ? undefined : child.kill('SIGINT')));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? (signal === 'SIGKILL' ? 137 : 143)));
  });
}

/** Makes a file where none is, if it can be made. */
export function makeFileNow(path: string, text: string): void {
  try {
    fs.writeFileSync(path, text, { flag: 'wx', mode: 0o644 });
  } catch {
    // Where it cannot be made, nobody in the sandbox can either.
  }
}

/** Makes a folder, if it can be made. */
export function makeFolderNow(path: string, mode: number): void {
  try {
    fs.mkdirSync(path, { recursive: true, mode });
  } catch {
    // Where it cannot be made, nobody in the sandbox can either.
  }
}
