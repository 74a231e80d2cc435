import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

export interface ServedForge extends AsyncDisposable {
  pid: number;
  url: string;
  users: { login: string; token: string }[];
  /** Sends the signal and waits for the end; gives the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** `autodev forge serve` as a process of its own. */
export async function serveForge(data: string, ...more: string[]): Promise<ServedForge> {
  const child = spawn(
    process.execPath,
    ['bin/autodev.mjs', 'forge', 'serve', '--json', '--data', data, ...more],
    {
      cwd: root,
      env: { PATH: process.env['PATH'] ?? '', HOME: data, AUTODEV_HOME: `${data}/home` },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const exited = once(child, 'exit') as Promise<[number | null]>;
  let out = '';
  let err = '';
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  await new Promise<void>((ready, fail) => {
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      if (out.includes('\n')) ready();
    });
    void exited.then(([code]) => fail(new Error(`ended with ${code}: ${err}`)));
  });
  const line = JSON.parse(out) as Pick<ServedForge, 'url' | 'users'>;
  return {
    ...line,
    pid: child.pid ?? 0,
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal);
      return (await exited)[0];
    },
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
