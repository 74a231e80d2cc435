import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plant } from './exhibit-copy.ts';
import type { Exhibit } from './exhibits.ts';

export interface Shown {
  /** The invariant that broke; undefined when the bug was not found. */
  invariant: string | undefined;
  /** Runs until then. */
  runs: number;
  /** Lines of the shrunk story. */
  story: number;
}

const LIMIT_MS = 5 * 60_000;

/** Plants a bug and lets the simulator look for it, in a process that ends within the limit. */
export async function show(root: string, exhibit: Exhibit, runs: number): Promise<Shown> {
  const copy = await mkdtemp(join(tmpdir(), 'autodev-museum-'));
  try {
    await plant(root, copy, exhibit);
    const args = [join(copy, 'src/main.ts'), 'sim', '--mode', exhibit.mode, '--runs', String(runs), '--json'];
    const out = await new Promise<string>((resolve, reject) => {
      const env = { PATH: process.env['PATH'] ?? '', HOME: copy, AUTODEV_HOME: join(copy, 'home') };
      execFile(
        process.execPath,
        args,
        { cwd: copy, env, timeout: LIMIT_MS, maxBuffer: 64 * 1024 * 1024 },
        (error, stdout, stderr) => {
          if (stdout === '') reject(error ?? new Error(stderr));
          else resolve(stdout);
        },
      );
    });
    return readShown(out);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

function readShown(text: string): Shown {
  const { modes } = JSON.parse(text) as {
    modes: { runs: number; failure?: { violation: { invariant: string }; story: string[] } }[];
  };
  const [mode] = modes;
  return {
    invariant: mode?.failure?.violation.invariant,
    runs: mode?.runs ?? 0,
    story: mode?.failure?.story.length ?? 0,
  };
}
