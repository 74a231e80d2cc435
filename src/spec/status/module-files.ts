import { isCodeName } from '../language/source-file.ts';

/** One file of the work tree as git sees it. Paths are from the root of the project. */
export interface FileState {
  path: string;
  /** Part of the last commit. */
  committed: boolean;
  /** Not deleted from the work tree. */
  present: boolean;
  /** Differs from the last commit, or was never in one. */
  uncommitted: boolean;
}

/** A folder with a CLAUDE.md, and the files its state depends on. */
export interface ModuleFiles {
  dir: string;
  /** Its spec differs from the last commit. */
  uncommitted: boolean;
  /** Some source lies in it or below it. */
  hasSource: boolean;
  /** Committed spec files and own source files, whose history decides. */
  specs: string[];
  sources: string[];
}

const SPECS = new Set(['CLAUDE.md', 'IMPLEMENTS.md']);

/** Every module below the root. The root itself is none: it specifies the project, not code. */
export function findModules(files: readonly FileState[]): ModuleFiles[] {
  const modules = new Map<string, ModuleFiles>();
  for (const { path, present } of files) {
    const { dir, name } = split(path);
    if (present && name === 'CLAUDE.md' && dir !== '.')
      modules.set(dir, { dir, uncommitted: false, hasSource: false, specs: [], sources: [] });
  }
  for (const { path, committed, present, uncommitted } of files) {
    const { dir, name } = split(path);
    const own = modules.get(dir);
    if (SPECS.has(name)) {
      if (own === undefined) continue;
      own.uncommitted ||= uncommitted;
      if (committed && present) own.specs.push(path);
    } else if (present && isCodeName(name)) {
      if (own !== undefined && committed) own.sources.push(path);
      for (let above = dir; above !== '.'; above = split(above).dir) {
        const module = modules.get(above);
        if (module !== undefined) module.hasSource = true;
      }
    }
  }
  return [...modules.values()].sort((a, b) => (a.dir < b.dir ? -1 : 1));
}

function split(path: string): { dir: string; name: string } {
  const slash = path.lastIndexOf('/');
  return slash === -1 ? { dir: '.', name: path } : { dir: path.slice(0, slash), name: path.slice(slash + 1) };
}
