import { isSpecification } from '../drift/module.ts';
import { isTestPath, testsOf } from '../drift/tests-of.ts';
import { folderExports } from '../exports/folder.ts';
import { sourceReader } from '../exports/project.ts';
import { isSourceName } from '../language/source-file.ts';
import { parseSpec } from '../parse/parse.ts';
import { byName, claudeMdOf } from '../references/canonical.ts';
import { walkFolders } from '../tree/walk.ts';
import { clausesOf, type KnownClause } from './clauses.ts';
import { traceModule, untested, type TracedClause } from './trace.ts';

export interface ProjectTrace {
  modules: { dir: string; clauses: TracedClause[]; missing: string[] }[];
}

/** clause → tests → symbols of every module in and below a folder (`.` is the whole project). */
export async function traceProject(
  root: string,
  under: string,
  known: (dir: string) => readonly KnownClause[],
): Promise<ProjectTrace> {
  const folders = [...walkFolders(root)];
  const read = sourceReader(root);
  const modules = new Set(folders.filter(({ files }) => files.includes('CLAUDE.md')).map(({ dir }) => dir));
  const allTests = folders.flatMap(({ dir, files }) =>
    files.map((name) => (dir === '' ? name : `${dir}/${name}`)).filter(isTestPath),
  );
  const trace: ProjectTrace = { modules: [] };
  for (const { dir, files } of folders.sort((a, b) => byName(a.dir, b.dir))) {
    const shown = dir === '' ? '.' : dir;
    if (!modules.has(dir) || !(under === '.' || shown === under || shown.startsWith(`${under}/`))) continue;
    const text = read(claudeMdOf(dir)) ?? '';
    if (dir === '' && !isSpecification(text)) continue;
    const { spec } = parseSpec(text);
    const sources = files.filter(isSourceName);
    const inside = sources.map((name) => (dir === '' ? name : `${dir}/${name}`));
    // Rust keeps its unit tests in the source itself.
    const paths = [
      ...testsOf(dir, sources, allTests, modules),
      ...inside.filter((path) => path.endsWith('.rs')),
    ];
    const tests = [...new Set(paths)].map((path) => ({ path, text: read(path) ?? '' }));
    const { symbols } = await folderExports(shown, files, read);
    const clauses = traceModule(spec, clausesOf(spec, known(shown)), tests, symbols);
    trace.modules.push({ dir: shown, clauses, missing: untested(spec, clauses).map(({ id }) => id) });
  }
  return trace;
}
