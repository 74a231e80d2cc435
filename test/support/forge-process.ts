import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const AUTODEV = fileURLToPath(new URL('../../bin/autodev.mjs', import.meta.url));

export interface ForgeProcess extends AsyncDisposable {
  apiUrl: string;
  webUrl: string;
  users: { login: string; token: string }[];
  pid: number;
}

/** `autodev forge serve` in a process of its own, ended with the test. */
export async function startForgeProcess(data: string): Promise<ForgeProcess> {
  const child = spawn(
    process.execPath,
    ['--no-warnings', AUTODEV, 'forge', 'serve', '--json', '--data', data],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const lines = createInterface({ input: child.stdout });
  const first = await Promise.race([
    new Promise<string>((resolve) => lines.once('line', resolve)),
    ended.then(() => Promise.reject(new Error('the forge ended before it was ready'))),
  ]);
  const ready = JSON.parse(first) as { url: string; users: { login: string; token: string }[] };
  return {
    apiUrl: ready.url,
    webUrl: new URL(ready.url).origin,
    users: ready.users,
    pid: child.pid ?? 0,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
