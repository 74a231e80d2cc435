import { folderExports, type FolderExports } from '../../src/spec/exports/folder.ts';

/** The exports of folder `m` made of these files; other folders may be given with a path. */
export function exportsOf(files: Readonly<Record<string, string>>): Promise<FolderExports> {
  const all = new Map(
    Object.entries(files).map(([name, text]) => [name.includes('/') ? name : `m/${name}`, text]),
  );
  const own = Object.keys(files).filter((name) => !name.includes('/'));
  return folderExports('m', own, (path) => all.get(path));
}

/** One line per symbol: kind, name and signature. */
export async function listed(files: Readonly<Record<string, string>>): Promise<string[]> {
  const { symbols } = await exportsOf(files);
  return symbols.map(
    ({ kind, parent, name, signature }) =>
      `${kind} ${parent === undefined ? '' : `${parent}.`}${name} | ${signature.replace(/\s+/g, ' ')}`,
  );
}
