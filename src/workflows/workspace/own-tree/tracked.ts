import { listInside, rootOf } from '../../../host/fs/inside.ts';
import type { Git } from '../../../host/git/git.ts';
import { readTree, SUBMODULE } from '../collect/tree.ts';
import type { Stamps } from '../pool/stamps.ts';

/** The stamps of the files of a commit in a folder that shows just this commit. */
export async function stampsOf(git: Git, gitDir: string, cwd: string, commit: string): Promise<Stamps> {
  const tree = await readTree(git, gitDir, commit);
  const root = rootOf(cwd);
  const stamps: Stamps = new Map();
  const folders = new Set([...tree.keys()].map((path) => path.slice(0, Math.max(path.lastIndexOf('/'), 0))));
  for (const folder of folders)
    for (const { name, kind, stamp } of (await listInside(root, folder)) ?? []) {
      const path = folder === '' ? name : `${folder}/${name}`;
      if (kind !== 'folder' && tree.has(path)) stamps.set(path, stamp);
    }
  return stamps;
}

/** Stamps that no file has: each is compared by its bytes. */
export async function noStamps(git: Git, gitDir: string, commit: string): Promise<Stamps> {
  return new Map([...(await readTree(git, gitDir, commit)).keys()].map((path) => [path, '']));
}

/** What lies in the folders of submodules: the person's affair. */
export async function submoduleFiles(
  git: Git,
  gitDir: string,
  cwd: string,
  commit: string,
): Promise<string[]> {
  const found: string[] = [];
  for (const [path, { mode }] of await readTree(git, gitDir, commit)) {
    if (mode !== SUBMODULE) continue;
    for (const { name } of (await listInside(rootOf(cwd), path)) ?? []) found.push(`${path}/${name}`);
  }
  return found;
}
