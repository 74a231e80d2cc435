import { cp, link, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Exhibit } from './exhibit.ts';

/** The program with one bug planted: hard links for everything but the file that differs. */
export async function plant(root: string, copy: string, exhibit: Exhibit): Promise<void> {
  const text = await readFile(join(root, exhibit.file), 'utf8');
  if (text.split(exhibit.search).length !== 2)
    throw new Error(`${exhibit.name}: ${exhibit.file} does not hold the text exactly once`);
  await linkTree(join(root, 'src'), join(copy, 'src'));
  await cp(join(root, 'bin'), join(copy, 'bin'), { recursive: true });
  await cp(join(root, 'package.json'), join(copy, 'package.json'));
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
  // A new file: writing into the link would plant the bug in the original.
  await rm(join(copy, exhibit.file));
  await writeFile(
    join(copy, exhibit.file),
    text.replace(exhibit.search, () => exhibit.replace),
  );
}

async function linkTree(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { withFileTypes: true }))
    if (entry.isDirectory()) await linkTree(join(from, entry.name), join(to, entry.name));
    else
      await link(join(from, entry.name), join(to, entry.name)).catch(() =>
        cp(join(from, entry.name), join(to, entry.name)),
      );
}
