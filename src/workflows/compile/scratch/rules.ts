import { isTestPath } from '../../../spec/drift/tests-of.ts';
import { folderOf } from '../../../spec/references/canonical.ts';

/** What a session may change: decided by the path alone, before anything is looked at. */
export interface Rules {
  dir: string;
  modules: ReadonlySet<string>;
  /** Test files of the module: RED's to write, everybody else's to read. */
  tests: ReadonlySet<string>;
  /** What lies in the working tree. */
  isThere: (path: string) => boolean;
  /** Files that an earlier compile of the module wrote: it may write them again. */
  recorded: ReadonlySet<string>;
  conflict: 'skip' | 'overwrite';
}

/** Names that programs leave behind when tests run; nothing of them is kept or held against anybody. */
const LEFTOVERS = new Set([
  '__pycache__',
  '.pytest_cache',
  'target',
  'build',
  'dist',
  '.gradle',
  'coverage',
  '.cache',
  '.vite',
  '.autodev-test-report.xml',
]);

export function isLeftover(name: string): boolean {
  return LEFTOVERS.has(name) || name.endsWith('.pyc');
}

/** Files that builds and tests write beside the code they are for: put back without a word. */
const BY_PRODUCTS = new Set(['Cargo.lock', 'go.sum', 'go.work.sum', '.coverage', 'package-lock.json']);

export function isByProduct(path: string): boolean {
  return BY_PRODUCTS.has(path.slice(path.lastIndexOf('/') + 1));
}

export type Allowed = 'yes' | 'kept' | 'outside' | 'test' | 'spec';

/** `kept`: a file that is there already and, by the conflict mode, stays as it is. */
export function mayChange(path: string, phase: 'red' | 'green', rules: Rules): Allowed {
  const isTest = isTestPath(path);
  const inModule = nearest(path, rules.modules) === rules.dir;
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (inModule && (name === 'CLAUDE.md' || name === 'IMPLEMENTS.md')) return 'spec';
  if (rules.tests.has(path) && phase === 'green') return 'test';
  if (phase === 'red') {
    if (!isTest || !(inModule || isSharedTest(path, rules))) return 'outside';
    return isGuarded(path, rules) ? 'kept' : 'yes';
  }
  if (!inModule) return 'outside';
  if (isTest) return rules.isThere(path) ? 'test' : 'yes';
  return isGuarded(path, rules) ? 'kept' : 'yes';
}

/** Somebody else's file, and nobody said that it may be replaced. */
export function isGuarded(
  path: string,
  { isThere, recorded, conflict }: Pick<Rules, 'isThere' | 'recorded' | 'conflict'>,
): boolean {
  return conflict === 'skip' && isThere(path) && !recorded.has(path);
}

/** A folder for tests that lies in no other module: mirrored trees, `tests/` at the top. New files only. */
function isSharedTest(path: string, { dir, modules, isThere, tests }: Rules): boolean {
  const owner = nearest(path, modules);
  const isOthers = owner !== '.' && !dir.startsWith(`${owner}/`);
  return (owner === undefined || !isOthers) && (!isThere(path) || tests.has(path));
}

/** The module that a path belongs to. */
export function nearest(path: string, modules: ReadonlySet<string>): string | undefined {
  for (let at = folderOf(path); ; at = folderOf(at)) {
    const dir = at === '' ? '.' : at;
    if (modules.has(dir)) return dir;
    if (at === '') return undefined;
  }
}
