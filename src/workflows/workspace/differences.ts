import type { Git } from '../../host/git/git.ts';
import type { Host } from '../../host/host.ts';
import type { PatchSize } from '../publish/patch-limits.ts';
import { openScanner } from '../publish/scanner.ts';
import { MOST_SCANNED, published } from './published.ts';
import { selfRunning } from './self-running.ts';

/** Two commits, to be compared by their objects: `clone` is the base clone, never a worktree. */
interface Between {
  clone: string;
  from: string;
  to: string;
}

export async function patch(
  git: Git,
  { clone, from, to }: Between,
  maxBytes: number,
): Promise<{ text: string; truncated: boolean }> {
  const plain = ['--no-color', '--no-ext-diff', '--no-textconv', '--find-renames'];
  const done = await git.run(['diff', ...plain, from, to], { cwd: clone, maxOutputBytes: maxBytes });
  return { text: done.stdout.toString('utf8'), truncated: done.truncated };
}

/** Measures a change; past the limit it only matters that it is too large. */
export async function patchSize(
  { git, secrets }: Pick<Host, 'git' | 'secrets'>,
  between: Between,
  most: number,
): Promise<PatchSize> {
  const { clone, from, to } = between;
  const names = await git.text(['diff', '--name-only', '-z', '--no-renames', from, to], { cwd: clone });
  const files = names.split('\0').filter((name) => name !== '');
  const { text, truncated } = await patch(git, between, most + 1);
  const scanned = await published(git, clone, from, to, MOST_SCANNED);
  // What is too much to be looked through is not published either.
  const tooLarge = truncated || scanned.truncated;
  return {
    files,
    patchBytes: tooLarge ? most + 1 : Buffer.byteLength(text),
    selfRunning: await selfRunning(git, clone, { from, to }, files),
    secrets: await openScanner(secrets).published(scanned),
  };
}
