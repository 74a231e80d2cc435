import { join } from 'node:path';
import { moveTo, writeText } from '../../../host/fs/files.ts';
import { ownFolder } from './handed.ts';

/** Where the worktrees of a repository lie. */
export interface Places {
  folder(repo: string): string;
  /** For those that nobody uses. */
  idle(repo: string): string;
}

/** In a repository's folder: what nobody may use again. */
export const QUARANTINE = 'quarantine';

export const gitDirOf = ({ folder }: Places, repo: string): string => join(folder(repo), 'main', '.git');

/** What `git worktree move` does, without a process of its own. */
export async function moveWorktree(places: Places, repo: string, from: string, to: string): Promise<void> {
  const own = ownFolder(gitDirOf(places, repo), from);
  await moveTo(from, to);
  await writeText(join(own, 'gitdir'), `${to}/.git\n`);
}
