import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseSync } from 'oxc-parser';

export interface SourceFile {
  /** Path from the root of the checkout, such as `src/work/ids.ts`. */
  path: string;
  text: string;
  /** What it imports, static and dynamic: paths from the root for relative imports, names otherwise. */
  imports: string[];
}

/** Every source below a folder with what it imports, by a real parser. */
export function readSources(root: string, pattern: string): SourceFile[] {
  return globSync(pattern, { cwd: root })
    .sort()
    .map((path) => sourceFile(path, readFileSync(join(root, path), 'utf8')));
}

export function sourceFile(path: string, text: string): SourceFile {
  const { module } = parseSync(path, text);
  const names = [
    ...module.staticImports.map((entry) => entry.moduleRequest.value),
    ...module.staticExports.flatMap((entry) =>
      entry.entries.flatMap((e) => (e.moduleRequest ? [e.moduleRequest.value] : [])),
    ),
    ...module.dynamicImports.flatMap((entry) => {
      const literal = /^['"`]([^'"`$]*)['"`]$/.exec(
        text.slice(entry.moduleRequest.start, entry.moduleRequest.end).trim(),
      );
      return literal?.[1] === undefined ? [] : [literal[1]];
    }),
  ];
  const imports = [...new Set(names)].map((name) =>
    name.startsWith('.') ? relative('.', join(dirname(path), name)) : name,
  );
  return { path, text, imports };
}
