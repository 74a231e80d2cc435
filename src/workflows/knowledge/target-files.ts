import { join } from 'node:path';
import type { StepContext } from '../engine/steps/context.ts';
import type { Weighing } from './suggestions/weigh.ts';

const LARGEST = 1024 * 1024;

/** The files that proposals name, as they are in a worktree; what is no plain file below plain folders is `odd`. */
export async function readTargets(
  { host }: StepContext,
  worktree: string,
  targets: Iterable<string>,
): Promise<Pick<Weighing, 'files' | 'odd'>> {
  const files = new Map<string, string>();
  const odd = new Set<string>();
  for (const target of new Set(targets)) {
    // Anything else is refused by its name, and must not be looked for.
    if (!/^(?:[A-Za-z0-9_-]|\.claude\/)[A-Za-z0-9._/-]*$/.test(target) || target.includes('..')) continue;
    if (!(await isPlain(host, worktree, target))) odd.add(target);
    else {
      const text = await host.files.read(join(worktree, target), { cap: LARGEST }).catch(() => null);
      if (text === null) odd.add(target);
      else if (text !== undefined) files.set(target, text);
    }
  }
  return { files, odd };
}

/** No link on the way, and a file or nothing at the end. */
async function isPlain(host: StepContext['host'], worktree: string, target: string): Promise<boolean> {
  const parts = target.split('/');
  for (let length = 1; length < parts.length; length += 1) {
    const kind = await host.files.kind(join(worktree, ...parts.slice(0, length)));
    if (kind === undefined) return true;
    if (kind !== 'folder') return false;
  }
  const kind = await host.files.kind(join(worktree, target));
  return kind === undefined || kind === 'file';
}
