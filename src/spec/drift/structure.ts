import type { ClaudeMdSpec } from '../spec.ts';
import type { DriftIssue } from './issue.ts';

export interface FolderContents {
  /** Own source files; tests apart. */
  sources: readonly string[];
  /** Subfolders with something to specify in or below them. */
  folders: readonly string[];
  /** Whether a path below the folder is there. */
  exists: (path: string) => boolean;
  /** Every name in the folder, for entries with a wildcard. */
  names: readonly string[];
}

/** UNCOVERED: there, but not in Structure. ORPHAN: in Structure, but not there. */
export function structureDrift(
  { structure }: Pick<ClaudeMdSpec, 'structure'>,
  line: number,
  contents: FolderContents,
): DriftIssue[] {
  const entries = [...structure.subdirs, ...structure.files];
  const covers = (name: string) =>
    entries.some((entry) => {
      const top = entry.name.split('/')[0] ?? '';
      return isGlob(top) ? globPattern(top).test(name) : top === name;
    });
  const uncovered = (name: string, what: string): DriftIssue => ({
    kind: 'UNCOVERED',
    section: 'Structure',
    name,
    line,
    message: `the ${what} ${name} is not in Structure`,
  });
  const isThere = (path: string) =>
    isGlob(path) ? contents.names.some((name) => globPattern(path).test(name)) : contents.exists(path);
  return [
    ...contents.folders.filter((name) => !covers(name)).map((name) => uncovered(`${name}/`, 'folder')),
    ...contents.sources.filter((name) => !covers(name)).map((name) => uncovered(name, 'file')),
    ...entries
      .filter((entry) => !isThere(entry.name))
      .map((entry): DriftIssue => {
        const name = structure.subdirs.includes(entry) ? `${entry.name}/` : entry.name;
        return {
          kind: 'ORPHAN',
          section: 'Structure',
          name,
          line: entry.line,
          message: `${name} does not exist`,
        };
      }),
  ];
}

function isGlob(name: string): boolean {
  return /[*?{]/.test(name);
}

function globPattern(glob: string): RegExp {
  const source = glob
    .replace(/[.+^$()|[\]\\]/g, '\\$&')
    .replace(/\{([^}]*)\}/g, (_, list: string) => `(?:${list.split(',').join('|')})`)
    .replace(/\*+/g, '.*')
    .replace(/\?/g, '.');
  return new RegExp(`^${source}$`);
}
