import { listInside, rootOf } from '../../host/fs/inside.ts';
import { isGitFolder } from './collect/names.ts';
import { LIMITS, refused } from './collect/survey.ts';

/**
 * Throws when git must not be let into a project that a session has written to: a repository within it would bring
 * filters and hooks of its own, a pipe would stop it, a giant would fill the disk. Folders of dependencies are looked
 * through like any other: git does so too before it knows what is ignored.
 */
export async function refuseUnplainTree(folder: string): Promise<void> {
  const root = rootOf(folder);
  let entries = 0;
  for (let level = [''], depth = 0; level.length > 0; depth += 1) {
    if (depth > LIMITS.depth) throw refused(level[0] ?? '', `it lies ${depth} folders deep`);
    const next: string[] = [];
    for (const each of level) {
      for (const { name, kind, size } of (await listInside(root, each)) ?? []) {
        const path = each === '' ? name : `${each}/${name}`;
        entries += 1;
        if (entries > LIMITS.entries) throw refused(each, `there are more than ${LIMITS.entries} files`);
        if (path === '.git') continue;
        if (isGitFolder(name)) throw refused(path, 'a repository within the repository');
        if (kind === 'folder') next.push(path);
        else if (kind !== 'file' && kind !== 'link') throw refused(path, `it is a ${kind}, not a file`);
        else if (size > LIMITS.fileBytes) throw refused(path, `it has ${size} bytes`);
      }
    }
    level = next;
  }
}
