import { join } from 'node:path';
import { missingDomainValues } from '../../../spec/compile/domain-values.ts';
import { diffExports } from '../../../spec/diff/diff.ts';
import { folderExports } from '../../../spec/exports/folder.ts';
import { inModule } from '../../../spec/references/canonical.ts';
import { fileStamp, sourcesNow } from '../scratch/sources.ts';
import { recorded, workbench, type Context, type Place } from '../scratch/workbench.ts';
import { clausesWithoutTest, retiredInTests } from './clauses.ts';
import type { Done } from './done.ts';

/** What is there before anything is written: no session, nothing paid. */
export async function look(context: Context, place: Place): Done<'look'> {
  const { input } = context;
  const bench = await workbench(context, place);
  const testFiles = bench.tests();
  const open = new Set([...clausesWithoutTest(input, bench, testFiles), ...changedClauses(context)]);
  const run = testFiles.length === 0 ? await bench.probe() : await bench.run(testFiles);
  const names = sourcesNow(place.root, input.dir, bench.kept);
  const texts = names.map((name) => bench.scratch.read(inModule(input.dir, name)) ?? '');
  const exported = await folderExports(input.dir, names, (path) => bench.scratch.read(path));
  const diff = diffExports(input.dir, bench.spec, exported.symbols, input.language);
  const untested = input.clauses.flatMap(({ id }) => (open.has(id) ? [id] : []));
  return {
    result: {
      untested,
      retired: retiredInTests(input, bench, testFiles),
      run: run === undefined ? null : recorded(run),
      hasSource: names.length > 0,
      exportsFit: diff.removed.length === 0 && diff.modified.length === 0,
      missingValues: missingDomainValues(bench.spec, texts).map(({ text }) => text),
      testFiles,
      tree: Object.fromEntries(
        [...bench.ownFiles(), ...testFiles].map((path) => [path, fileStamp(join(place.root, path))]),
      ),
    },
    summary: `${untested.length} clauses without a test`,
  };
}

/** Clauses that say something else than when their tests were written. */
function changedClauses({ input }: Context): string[] {
  const before = new Map(input.known.map(({ id, hash }) => [id, hash]));
  return input.clauses.flatMap(({ id, hash }) => {
    const known = before.get(id);
    return known === undefined || known === hash ? [] : [id];
  });
}
