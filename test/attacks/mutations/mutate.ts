import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Guard } from './guards.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
/** What is read at run time; everything else is linked. */
const COPIED = [
  'src',
  'test',
  'docs',
  'bin',
  'plugins',
  'package.json',
  'tsconfig.json',
  'README.md',
  'CLAUDE.md',
];
/** The tests' own tools are 770 MB. */
const LINKED = ['node_modules', join('test', 'tools', 'node_modules')];

/** A copy of the tree in which guards can be taken away one at a time. */
export interface Copy {
  /** The code of the test file that should notice, with the guard taken away; undefined: with every guard in place. */
  exitCode(testFile: string, without?: Guard): Promise<number>;
}

export function copyTree(folder: string): Copy {
  const filter = (path: string) => basename(path) !== 'node_modules';
  for (const name of COPIED) cpSync(join(ROOT, name), join(folder, name), { recursive: true, filter });
  for (const name of LINKED) symlinkSync(join(ROOT, name), join(folder, name));
  return {
    exitCode: async (testFile, without) => {
      if (without === undefined) return run(folder, testFile);
      const file = join(folder, without.file);
      const before = readFileSync(file, 'utf8');
      writeFileSync(file, mutated(before, without));
      try {
        return await run(folder, testFile);
      } finally {
        writeFileSync(file, before);
      }
    },
  };
}

export function mutated(text: string, { guard, file, search, replace }: Guard): string {
  const parts = text.split(search);
  if (parts.length !== 2)
    throw new Error(`"${guard}": ${parts.length - 1} places of ${file} are it, not one`);
  return parts.join(replace);
}

export const textOf = ({ file }: Guard): string => readFileSync(join(ROOT, file), 'utf8');

/** A guard that is gone may let git wait for a pipe for ever: a test that does not end is one that noticed. */
const TEST_MS = 90_000;
const CHILD_MS = 180_000;

async function run(folder: string, testFile: string): Promise<number> {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const flags = [
    '--test-isolation=none',
    '--test-force-exit',
    `--test-timeout=${TEST_MS}`,
    '--test-reporter=tap',
  ];
  // A group of its own: what the test has started ends with it.
  const child = spawn(process.execPath, ['--test', ...flags, '--no-warnings', testFile], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  // One red test says all; the rest of the file would only take time.
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed = (printed + text).slice(-1_000_000);
    if (/^ *not ok /m.test(printed)) endGroup(child.pid);
  });
  const limit = setTimeout(() => endGroup(child.pid), CHILD_MS);
  try {
    const [code] = (await once(child, 'exit')) as [number | null];
    return code ?? 1;
  } finally {
    clearTimeout(limit);
    endGroup(child.pid);
  }
}

function endGroup(leader: number | undefined): void {
  if (leader === undefined) return;
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // Nothing of it is left.
  }
}
