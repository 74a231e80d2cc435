import { canonicalPath, claudeMdOf, folderOf } from '../references/canonical.ts';
import { indexedReference, type IndexedReference } from './index.ts';
import type { Project } from './project.ts';
import { resolver } from './resolve.ts';
import type { IndexedSymbol } from './symbol.ts';

/** Where a symbol is defined. Only modules whose record contains the name are looked into. */
export function findSymbols(project: Project, name: string): IndexedSymbol[] {
  return project
    .mentioning(name)
    .flatMap((dir) => (project.record(dir)?.symbols ?? []).filter((symbol) => symbol.name === name));
}

/** Where an anchor (`module/CLAUDE.md#name`, or `module#name`) is referred to. */
export function findReferences(project: Project, anchor: string): IndexedReference[] {
  const hash = anchor.indexOf('#');
  const symbol = hash === -1 ? anchor : anchor.slice(hash + 1);
  const path = hash === -1 ? undefined : targetPath(anchor.slice(0, hash));
  const resolve = resolver(project);
  return project
    .mentioning(symbol)
    .flatMap((dir) =>
      (project.record(dir)?.references ?? [])
        .filter((reference) => reference.symbol === symbol && (path === undefined || reference.path === path))
        .map((reference) => indexedReference(dir, reference, resolve(folderOf(reference.path), symbol))),
    );
}

function targetPath(written: string): string {
  const path = canonicalPath('', written);
  return path === 'CLAUDE.md' || path.endsWith('/CLAUDE.md') ? path : claudeMdOf(path);
}
