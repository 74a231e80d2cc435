import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Exhibit } from './exhibit.ts';
import { plant } from './exhibit-copy.ts';

export interface Shown {
  /** The invariant that broke; absent when the bug was not found. */
  invariant?: string;
  /** Runs until then. */
  runs: number;
  /** Shrunk. */
  story: string[];
  /** Without the invariant nothing is seen of it. */
  unseen?: boolean;
}

const LIMIT_MS = 5 * 60_000;
const LOOK = fileURLToPath(new URL('./look.ts', import.meta.url));

/** Plants a bug and lets the simulator look for it, in a process that ends within the limit. */
export async function show(
  root: string,
  exhibit: Exhibit,
  runs: number,
  how: 'shrunk' | 'as-found' = 'shrunk',
): Promise<Shown> {
  const copy = await mkdtemp(join(tmpdir(), 'autodev-museum-'));
  try {
    await plant(root, copy, exhibit);
    const args = ['--no-warnings', LOOK, copy, exhibit.mode, exhibit.invariant, String(runs), how];
    const env = { PATH: process.env['PATH'] ?? '', HOME: copy };
    const out = await new Promise<string>((resolve, reject) => {
      execFile(process.execPath, args, { cwd: copy, env, timeout: LIMIT_MS }, (error, stdout, stderr) => {
        if (error === null) resolve(stdout);
        else reject(new Error(`${exhibit.name}: ${stderr.slice(-500) || error.message}`));
      });
    });
    return JSON.parse(out) as Shown;
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}
