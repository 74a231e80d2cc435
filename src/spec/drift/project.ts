import { pathExists } from '../../host/fs/sync-files.ts';
import { sourceReader } from '../exports/project.ts';
import { folderExports } from '../exports/folder.ts';
import type { SourceProblem, ReadSource } from '../exports/exported.ts';
import { isSourceName, isTestFolder } from '../language/source-file.ts';
import { byName, claudeMdOf, folderOf } from '../references/canonical.ts';
import { type Folder, walkFolders } from '../tree/walk.ts';
import type { Language } from '../language/languages.ts';
import type { ImportFacts } from './dependencies.ts';
import { importsOf } from './imports.ts';
import { isSpecification, type ModuleDrift, type ModuleFacts, moduleDrift } from './module.ts';
import type { KnownClause } from '../trace/clauses.ts';
import { isTestPath, testsOf } from './tests-of.ts';

/** The output of `autodev spec drift`. */
export interface ProjectDrift {
  modules: ModuleDrift[];
}

const MANIFESTS = [
  'package.json',
  'pyproject.toml',
  'requirements.txt',
  'setup.cfg',
  'setup.py',
  'Pipfile',
  'go.mod',
  'Cargo.toml',
  'pom.xml',
  'build.gradle',
  'build.gradle.kts',
];

export interface DriftOptions {
  /** Sources that cannot be read. */
  report?: (problem: SourceProblem) => void;
  /** The ids that the clauses of a module had when it was compiled. */
  known?: (dir: string) => readonly KnownClause[];
}

/** Compares every module in and below `under` (`''` is the whole project) with its folder. */
export async function projectDrift(
  root: string,
  under: string,
  { report = () => {}, known = () => [] }: DriftOptions = {},
): Promise<ProjectDrift> {
  const folders = new Map([...walkFolders(root)].map((folder) => [folder.dir, folder]));
  const modules = new Set(
    [...folders.values()].filter((one) => one.files.includes('CLAUDE.md')).map((one) => one.dir),
  );
  const read = sourceReader(root);
  const project = { root, folders, modules, read, testPaths: allTests(folders) };
  const wanted = [...modules].filter((dir) => under === '' || dir === under || dir.startsWith(`${under}/`));
  const found: ModuleDrift[] = [];
  for (const dir of wanted.sort(byName)) {
    const claudeMd = read(claudeMdOf(dir)) ?? '';
    // The root's CLAUDE.md often only tells how people work here.
    if (dir === '' && !isSpecification(claudeMd)) continue;
    const spec = { claudeMd, known: known(dir === '' ? '.' : dir) };
    found.push(await driftOf(project, folders.get(dir) as Folder, spec, report));
  }
  return { modules: found };
}

interface Project {
  root: string;
  folders: ReadonlyMap<string, Folder>;
  modules: ReadonlySet<string>;
  read: ReadSource;
  testPaths: readonly string[];
}

async function driftOf(
  project: Project,
  { dir, files, folders }: Folder,
  spec: Pick<ModuleFacts, 'claudeMd' | 'known'>,
  report: (problem: SourceProblem) => void,
): Promise<ModuleDrift> {
  const { root, modules, read } = project;
  const below = (name: string) => (dir === '' ? name : `${dir}/${name}`);
  const sources = files.filter(isSourceName);
  const exports = await folderExports(dir === '' ? '.' : dir, files, read);
  for (const problem of exports.problems) report(problem);
  return moduleDrift({
    dir: exports.dir,
    ...spec,
    exports,
    contents: {
      sources,
      folders: folders.filter((name) => !isTestFolder(name) && isSpecified(project, below(name))),
      names: [...files, ...folders],
      exists: (path) => pathExists(`${root}/${below(path)}`),
    },
    imports: importFacts({ root, modules, read }, dir, sources, exports.language ?? undefined),
    tests: () => [
      ...testsOf(dir, sources, project.testPaths, modules).map((path) => read(path) ?? ''),
      ...sources.map((name) => read(below(name)) ?? '').filter((text) => text.includes('#[test]')),
    ],
  });
}

/** What the sources of a folder import, and what it takes to say where that leads. */
export function importFacts(
  { root, modules, read }: Pick<Project, 'root' | 'modules' | 'read'>,
  dir: string,
  sources: readonly string[],
  language: Language | undefined,
): ImportFacts {
  const paths = sources.map((name) => (dir === '' ? name : `${dir}/${name}`));
  return {
    dir,
    language,
    hasSource: sources.length > 0,
    imports: paths.flatMap((path) => importsOf(path, read(path) ?? '')),
    exists: (path) => pathExists(`${root}/${path}`),
    modules,
    manifests: manifestsAbove(dir, read),
  };
}

/** Whether a folder has anything in or below it that a spec should name. */
function isSpecified({ folders }: Project, dir: string): boolean {
  const folder = folders.get(dir);
  if (folder === undefined) return false;
  if (folder.files.some((name) => name === 'CLAUDE.md' || isSourceName(name))) return true;
  return folder.folders.some((name) => isSpecified({ folders } as Project, `${dir}/${name}`));
}

function allTests(folders: ReadonlyMap<string, Folder>): string[] {
  return [...folders.values()].flatMap(({ dir, files }) =>
    files.map((name) => (dir === '' ? name : `${dir}/${name}`)).filter(isTestPath),
  );
}

function manifestsAbove(dir: string, read: ReadSource): string {
  const texts: string[] = [];
  for (let at = dir; ; at = folderOf(at)) {
    for (const name of MANIFESTS) texts.push(read(at === '' ? name : `${at}/${name}`) ?? '');
    if (at === '') return texts.join('\n');
  }
}
