import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Forge } from '../src/forge/forge.ts';
import type { Git } from '../src/host/git/git.ts';
import { openWorkspaces, type Workspaces } from '../src/workflows/workspace/workspaces.ts';

const FILES = 10_000;
export const REPO = 'bench/app';
export const identity = { name: 'bench', email: 'bench@example.invalid' };

/** A repository of 10,000 files as the daemon has it: fetched, with its base clone and a pool of worktrees. */
export async function largeRepository(
  git: Git,
  root: string,
): Promise<{ commit: string; workspaces: Workspaces; main: string }> {
  const source = join(root, 'source');
  for (let folder = 0; folder < FILES / 100; folder += 1) {
    mkdirSync(join(source, `d${folder}`), { recursive: true });
    for (let file = 0; file < 100; file += 1)
      writeFileSync(
        join(source, `d${folder}`, `f${file}.ts`),
        `export const v${file} = ${folder};\n`.repeat(40),
      );
  }
  await git.run(['init', '-q', '-b', 'main', source]);
  await git.run(['add', '-A'], { cwd: source });
  await git.run(['commit', '-q', '-m', 'all'], { cwd: source, identity });
  const commit = await git.text(['rev-parse', 'HEAD'], { cwd: source });
  const forge = { gitAccess: async () => ({ url: source, username: 'u', token: 't' }) } as unknown as Forge;
  const workspaces = openWorkspaces(git, { root: join(root, 'workspaces'), forge });
  await workspaces.refresh(REPO);
  return { commit, workspaces, main: join(root, 'workspaces', REPO, 'main') };
}
