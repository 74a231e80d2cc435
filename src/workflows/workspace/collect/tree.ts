import type { Git } from '../../../host/git/git.ts';

export interface TreeEntry {
  mode: string;
  id: string;
}

/** What a commit holds, by path (one character per byte). */
export type Tree = Map<string, TreeEntry>;

export const LINK = '120000';
export const SUBMODULE = '160000';
const MOST = 512 * 1024 * 1024;

export async function readTree(git: Git, gitDir: string, commit: string): Promise<Tree> {
  const done = await git.run(['ls-tree', '-r', '-z', '--full-tree', commit], {
    gitDir,
    maxOutputBytes: MOST,
  });
  const tree: Tree = new Map();
  const text = done.stdout.toString('latin1');
  for (let at = 0; at < text.length;) {
    const end = text.indexOf('\0', at);
    const tab = text.indexOf('\t', at);
    // mode, space, type, space, id
    tree.set(text.slice(tab + 1, end), {
      mode: text.slice(at, at + 6),
      id: text.slice(text.lastIndexOf(' ', tab) + 1, tab),
    });
    at = end + 1;
  }
  return tree;
}

/** Where the links of a tree lead. */
export async function readLinks(git: Git, gitDir: string, tree: Tree): Promise<Map<string, string>> {
  const links = [...tree].filter(([, { mode }]) => mode === LINK);
  if (links.length === 0) return new Map();
  const input = links.map(([, { id }]) => `${id}\n`).join('');
  const { stdout } = await git.run(['cat-file', '--batch'], { gitDir, input });
  const text = stdout.toString('latin1');
  const found = new Map<string, string>();
  let at = 0;
  for (const [path] of links) {
    const line = text.indexOf('\n', at);
    const size = Number(text.slice(text.lastIndexOf(' ', line) + 1, line));
    found.set(path, text.slice(line + 1, line + 1 + size));
    at = line + size + 2;
  }
  return found;
}
