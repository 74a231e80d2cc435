import { isTestPath, testsOf } from '../../../spec/drift/tests-of.ts';
import { isSourceName } from '../../../spec/language/source-file.ts';
import { inModule } from '../../../spec/references/canonical.ts';
import type { Folder } from '../../../spec/tree/walk.ts';
import type { CompileInput } from '../input.ts';
import type { ChangedFiles } from './scratch.ts';

/** The test files of a module: those of the tree, those written or named, with whatever more is given. */
export function moduleTests(
  input: CompileInput,
  folders: readonly Folder[],
  kept: ChangedFiles,
  isThere: (path: string) => boolean,
): (more?: readonly string[]) => string[] {
  const own = input.dir === '.' ? '' : input.dir;
  const sources = folders.find(({ dir }) => dir === own)?.files.filter(isSourceName) ?? [];
  const inTree = folders.flatMap(({ dir, files }) =>
    files.map((name) => inModule(dir, name)).filter(isTestPath),
  );
  const modules = new Set(folders.filter(({ files }) => files.includes('CLAUDE.md')).map(({ dir }) => dir));
  const found = testsOf(own, sources, inTree, modules);
  const written = [...Object.keys(kept).filter((name) => kept[name] !== null), ...input.recorded];
  return (more = []) =>
    [...new Set([...found, ...written.filter(isTestPath), ...more, ...input.testFiles])]
      .filter(isThere)
      .sort();
}
