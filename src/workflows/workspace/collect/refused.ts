import { shown } from '../../../host/fs/inside.ts';
import { AutodevError } from '../../../work/errors.ts';

/** A session chose the name: what a terminal would obey, or nobody would see, is written as its number. */
const harmless = (path: string): string =>
  shown(path).replaceAll(/[\p{Cc}\p{Cf}]/gu, (odd) => `\\u{${odd.codePointAt(0)?.toString(16) ?? ''}}`);

export function refused(path: string, why: string): AutodevError {
  return new AutodevError('refused', `what the session left cannot be committed: ${harmless(path)}`, {
    why,
    hint: 'it is still in the worktree; remove it there, or let autodev try again',
    data: { path: harmless(path) },
  });
}
