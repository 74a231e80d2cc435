import { dirname, join, resolve } from 'node:path';
import { exists, kindOf } from '../../../host/fs/files.ts';

export const FOLDER = '.develop-workflow';

export function stateFile(root: string): string {
  return join(root, FOLDER, 'state.json');
}

/**
 * The folder whose state applies to `cwd`: it or a parent, up to the repository's root. A `.git` file is the root of
 * a worktree or submodule inside the project, so the search goes on above it (the hook does the same).
 */
export async function projectWithState(cwd: string): Promise<string | undefined> {
  for (let here = resolve(cwd); ; here = dirname(here)) {
    const path = stateFile(here);
    if ((await exists(path)) || (await kindOf(path)) === 'link') return here;
    if (here === dirname(here) || (await kindOf(join(here, '.git'))) === 'folder') return undefined;
  }
}

/** Where a new workflow's state goes: the root of the working copy, or the folder itself outside of git. */
export async function projectRoot(cwd: string): Promise<string> {
  for (let here = resolve(cwd); ; here = dirname(here)) {
    if (await exists(join(here, '.git'))) return here;
    if (here === dirname(here)) return resolve(cwd);
  }
}
