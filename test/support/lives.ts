import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DaemonProcessOptions } from './daemon-process.ts';

/** Far longer than any life, on a busy machine too; one that goes on past it would never end. */
const LONGEST_MS = 300_000;
const DAEMON = fileURLToPath(new URL('./daemon-process.ts', import.meta.url));

/** Half the work of a short life is reading the program: compiled once per test file, it takes 0.5 s in place of 1.2. */
let cache: string | undefined;

function compileCache(): string {
  if (cache === undefined) {
    const folder = mkdtempSync(join(tmpdir(), 'autodev-compiled-'));
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    cache = folder;
  }
  return cache;
}

/** One daemon from its start until it is killed, until there is nothing left to do, or until it is stopped. */
export function life(options: DaemonProcessOptions, stop?: AbortSignal): Promise<'killed' | 'quiet'> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--no-warnings', DAEMON, JSON.stringify(options)], {
      stdio: ['ignore', 'inherit', 'inherit'],
      timeout: LONGEST_MS,
      killSignal: 'SIGABRT',
      env: { ...process.env, NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? compileCache() },
    });
    const end = () => child.kill('SIGTERM');
    stop?.addEventListener('abort', end);
    child.once('exit', (code, signal) => {
      stop?.removeEventListener('abort', end);
      if (signal === 'SIGKILL') resolve('killed');
      // Stopped before it listened to signals.
      else if (code === 0 || (signal === 'SIGTERM' && stop?.aborted === true)) resolve('quiet');
      else reject(new Error(`the daemon ended with ${code ?? signal}`));
    });
  });
}
