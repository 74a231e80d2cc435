import { counted } from '../../work/counted.ts';
import { languageOfFile } from '../language/languages.ts';
import { byName } from '../references/canonical.ts';
import type { Folder } from './walk.ts';

/** Which folders need a CLAUDE.md, and which have one. */
export interface ModuleTree {
  root: string;
  modules: TreeFolder[];
}

export interface TreeFolder {
  dir: string;
  needs_claude_md: boolean;
  has_claude_md: boolean;
  has_implements_md: boolean;
  reason: string;
  status: 'complete' | 'missing' | 'unexpected' | 'not_required';
}

/** A folder needs one from one source file or two subfolders on. */
export function moduleTree(root: string, folders: Iterable<Folder>): ModuleTree {
  const modules: TreeFolder[] = [];
  for (const { dir, files, folders: subfolders } of folders) {
    const sources = files.filter((name) => languageOfFile(name) !== undefined).length;
    const needs = sources >= 1 || subfolders.length >= 2;
    const has = files.includes('CLAUDE.md');
    modules.push({
      dir: dir === '' ? '.' : dir,
      needs_claude_md: needs,
      has_claude_md: has,
      has_implements_md: files.includes('IMPLEMENTS.md'),
      reason: `${counted(sources, 'source file')}, ${counted(subfolders.length, 'subfolder')}`,
      status: needs ? (has ? 'complete' : 'missing') : has ? 'unexpected' : 'not_required',
    });
  }
  modules.sort((a, b) => byName(a.dir, b.dir));
  return { root, modules };
}
