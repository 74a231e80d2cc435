/** What is known of the project when a tool says that a module is missing. */
export interface Project {
  root: string;
  /** Its files and those that the plan names, from the root. */
  paths: readonly string[];
  /** What it calls itself: the names in package.json, Cargo.toml, go.mod, pyproject.toml. */
  names: readonly string[];
}

type Language = 'javascript' | 'rust mod' | 'python' | 'go' | 'rust' | 'java' | 'kotlin';

/** How compilers, interpreters and test runners say it; each but Go's and Kotlin's taken from the tool itself. */
const SIGNS: readonly [language: Language, sign: RegExp][] = [
  ['javascript', /Cannot find (?:module|package) ['"]([^'"]+)['"]/g],
  ['javascript', /Failed to (?:resolve import|load url) ["']?([^\s"']+)["']?/g],
  ['javascript', /Could not resolve ["']([^"']+)["']/g],
  ['python', /No module named ['"]?([\w.]+)['"]?/g],
  ['go', /no required module provides package ([^\s;:]+)/g],
  ['go', /package ([^\s"]+) is not in (?:std|GOROOT)/g],
  ['go', /cannot find (?:package|module providing package) "?([^\s":]+)"?/g],
  ['rust mod', /file not found for module `([^`]+)`/g],
  ['rust', /unresolved import `([^`]+)`/g],
  ['rust', /use of (?:unresolved module or unlinked crate|undeclared crate or module) `([^`]+)`/g],
  ['rust', /can't find crate for `([^`]+)`/g],
  ['java', /package ([\w.]+) does not exist/g],
  ['kotlin', /unresolved reference[^\n]*\n\s*import ([\w.]+)/gi],
];

/** Whose module is missing: one of the project's own, which is not written yet, or somebody else's. Pure. */
export function missingModule(output: string, project: Project): 'own' | 'external' | undefined {
  const missing = SIGNS.flatMap(([language, sign]) =>
    [...output.matchAll(sign)].map(([, name = '']) => isOwn(language, name, project)),
  );
  if (missing.length === 0) return undefined;
  // One that nobody here can write is missing whatever else is.
  return missing.every(Boolean) ? 'own' : 'external';
}

function isOwn(language: Language, name: string, project: Project): boolean {
  switch (language) {
    case 'javascript':
      return isOwnImport(name, project);
    case 'python':
      return isNamed(name.split('.')[0] ?? '', project);
    case 'go':
      return (
        project.names.some((own) => name === own || name.startsWith(`${own}/`)) ||
        (!name.includes('.') && isNamed(name.split('/').at(-1) ?? '', project))
      );
    case 'rust': {
      const first = name.split('::')[0] ?? '';
      return ['crate', 'self', 'super'].includes(first) || isNamed(first, project);
    }
    case 'rust mod':
      // Declared in the crate itself.
      return true;
    case 'java':
    case 'kotlin':
      return sharesPackage(name, project);
  }
  return language satisfies never;
}

function isOwnImport(name: string, { root, names }: Project): boolean {
  if (name.includes('node_modules')) return false;
  if (name.startsWith('/')) return name.startsWith(`${root}/`);
  // Relative, by an alias of the project, or by its own name.
  return /^(\.|#|@\/|~\/)/.test(name) || names.some((own) => name === own || name.startsWith(`${own}/`));
}

/** A file or folder of that name, also a planned one; or a test that is named after it. */
function isNamed(name: string, { paths, names }: Project): boolean {
  const plain = name.replaceAll('-', '_').toLowerCase();
  if (plain === '') return false;
  if (names.some((own) => own.replaceAll('-', '_').toLowerCase() === plain)) return true;
  return paths.some((path) =>
    path
      .replaceAll('-', '_')
      .toLowerCase()
      .split('/')
      .some((part) => {
        const stem = part.split('.')[0] ?? '';
        return stem === plain || stem === `test_${plain}` || stem === `${plain}_test`;
      }),
  );
}

/** A package that begins as one of the project's folders does: `com.example` beside src/main/java/com/example. */
function sharesPackage(name: string, { paths }: Project): boolean {
  const [first = '', second] = name.split('.');
  const folder = second === undefined || second === '*' ? `/${first}/` : `/${first}/${second}/`;
  return paths.some((path) => `/${path}`.includes(folder));
}
