import { join, relative } from 'node:path';
import { readProjectFile } from '../../../host/fs/plain-file.ts';
import { walkFiles } from '../../../host/fs/find.ts';
import type { Project } from './missing-module.ts';

/** Folders of others' modules and of what was built: a name in there says nothing of the project's own. */
const OTHERS = new Set([
  '.git',
  'node_modules',
  'target',
  'build',
  'dist',
  'out',
  'vendor',
  '.venv',
  'venv',
  '__pycache__',
]);
const MOST = 20_000;

const NAMES: readonly [file: string, sign: RegExp][] = [
  ['package.json', /^\s*"name"\s*:\s*"([^"]+)"/m],
  ['Cargo.toml', /^\s*name\s*=\s*"([^"]+)"/m],
  ['pyproject.toml', /^\s*name\s*=\s*"([^"]+)"/m],
  ['go.mod', /^module\s+(\S+)/m],
];

/** What the project holds and plans to hold, and what it calls itself. */
export async function readProject(root: string, planned: readonly string[]): Promise<Project> {
  const found = await walkFiles(root, (folder) => !OTHERS.has(folder), MOST);
  const names = await Promise.all(
    NAMES.map(async ([file, sign]) => {
      const text = await readProjectFile(join(root, file)).catch(() => undefined);
      return sign.exec(text ?? '')?.[1];
    }),
  );
  return {
    root,
    paths: [...found.map((path) => relative(root, path)), ...planned],
    names: names.filter((name) => name !== undefined),
  };
}
