import { languageOfFile } from '../language/languages.ts';
import { isSourceName, isTestFolder, isTestName } from '../language/source-file.ts';
import { folderOf } from '../references/canonical.ts';

/** Whether a file of the project is a test: by its name, or by lying in a folder for tests. */
export function isTestPath(path: string): boolean {
  const parts = path.split('/');
  const name = parts.pop() ?? '';
  return languageOfFile(name) !== undefined && (isTestName(name) || parts.some(isTestFolder));
}

/**
 * The test files of a module: those in it, those in a folder for tests elsewhere that carry its name or the
 * name of one of its sources, and sources with tests inside. All paths are from the root.
 */
export function testsOf(
  dir: string,
  sources: readonly string[],
  testPaths: readonly string[],
  modules: ReadonlySet<string>,
): string[] {
  const names = new Set([...sources.map(stem), ...(dir === '' ? [] : [stem(dir)])]);
  return testPaths.filter((path) => {
    if (nearestModule(path, modules) === dir) return true;
    const parts = path.split('/');
    const testFolder = parts.findIndex(isTestFolder);
    if (testFolder === -1) return false;
    // A crate's own tests lie beside its src.
    if (dir !== '' && lastPart(dir) === 'src' && path.endsWith('.rs') && isBeside(dir, parts, testFolder))
      return true;
    const below = parts.slice(testFolder + 1);
    return names.has(stem(below.at(-1) ?? '')) || (dir !== '' && below.slice(0, -1).includes(lastPart(dir)));
  });
}

function isBeside(dir: string, parts: readonly string[], testFolder: number): boolean {
  return parts.slice(0, testFolder).join('/') === folderOf(dir);
}

function nearestModule(path: string, modules: ReadonlySet<string>): string | undefined {
  for (let at = folderOf(path); ; at = folderOf(at)) {
    if (modules.has(at)) return at;
    if (at === '') return undefined;
  }
}

/** `auth` of auth.ts, auth.test.ts, test_auth.py, auth_test.go, AuthTest.java. */
function stem(path: string): string {
  const name = lastPart(path).replace(/\.(?:d\.)?\w+$/, '');
  return (isSourceName(lastPart(path)) ? name : name.replace(/[._-](?:test|tests|spec|e2e|bench)$/i, ''))
    .replace(/^test_|_test$|^Test(?=[A-Z])|(?<=[a-z0-9])(?:Test|Tests|TestCase|IT|Spec)$/g, '')
    .toLowerCase();
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
