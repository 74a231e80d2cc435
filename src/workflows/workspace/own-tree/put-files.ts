import { dirname, join } from 'node:path';
import {
  contained,
  kindOf,
  makeFolder,
  makeLink,
  remove,
  setMode,
  writeText,
} from '../../../host/fs/files.ts';
import type { Git } from '../../../host/git/git.ts';
import { AutodevError } from '../../../work/errors.ts';
import { LINK, SUBMODULE } from '../collect/tree.ts';

interface Difference {
  path: string;
  /** Of the file to be put there; undefined: it is to be gone. */
  to: { mode: string; id: string } | undefined;
}

/** Writes what differs between two commits into a folder that shows the first: bytes out of objects, no checkout. */
export async function putFiles(
  git: Git,
  { gitDir, cwd }: { gitDir: string; cwd: string },
  from: string,
  to: string,
  only?: readonly string[],
): Promise<void> {
  const wanted = only === undefined ? undefined : new Set(only);
  const found = (await differences(git, gitDir, from, to)).filter(({ path }) => wanted?.has(path) ?? true);
  for (const { path, to: file } of found) if (file === undefined) await removeAt(cwd, path);
  for (const { path, to: file } of found) {
    if (file === undefined || file.mode === SUBMODULE) continue;
    const place = await placeFor(cwd, path);
    const { stdout } = await git.run(['cat-file', 'blob', file.id], { gitDir, maxOutputBytes: MOST });
    if (file.mode === LINK) await makeLink(stdout, place);
    else {
      await writeText(place, stdout);
      await setMode(place, file.mode === '100755' ? 0o755 : 0o644);
    }
  }
}

const MOST = 128 * 1024 * 1024;

async function differences(git: Git, gitDir: string, from: string, to: string): Promise<Difference[]> {
  const out = await git.text(['diff-tree', '-r', '-z', '--raw', '--no-renames', from, to], { gitDir });
  const words = out.split('\0');
  const found: Difference[] = [];
  for (let at = 0; at + 1 < words.length; at += 2) {
    const [, mode = '', , id = '', status = ''] = (words[at] ?? '').slice(1).split(' ');
    found.push({ path: words[at + 1] ?? '', to: status === 'D' ? undefined : { mode, id } });
  }
  return found;
}

/** A new file's own place: never through a link, and nothing else there. */
async function placeFor(cwd: string, path: string): Promise<string> {
  await removeAt(cwd, path);
  await makeFolder(dirname(join(cwd, path)));
  return checked(cwd, path);
}

async function removeAt(cwd: string, path: string): Promise<void> {
  const folder = dirname(path);
  // What lies below a link is not of this folder.
  if ((await kindOf(join(cwd, folder))) !== 'folder') return;
  await remove(join(await checked(cwd, folder), path.slice(folder === '.' ? 0 : folder.length + 1)));
}

async function checked(cwd: string, path: string): Promise<string> {
  const place = await contained(cwd, path);
  if (place === undefined) throw new AutodevError('refused', `${path} leads out of the project`);
  return place;
}
