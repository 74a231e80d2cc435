import { counted } from '../../../work/counted.ts';
import { dirname, join } from 'node:path';
import { isoTime } from '../../../host/clock.ts';
import { contained, modeOf } from '../../../host/fs/files.ts';
import type { Files } from '../../../host/fs/host-files.ts';
import { readTextSync } from '../../../host/fs/sync-files.ts';
import { missingDomainValues } from '../../../spec/compile/domain-values.ts';
import { writeNotes } from '../../../spec/compile/notes.ts';
import { RESULTS_FOLDER } from '../../../spec/compile/result.ts';
import { rewriteFile } from '../../../spec/edit/rewrite-file.ts';
import { readImplements } from '../../../spec/implements/read.ts';
import { completeImplements } from '../../../spec/implements/update.ts';
import { inModule } from '../../../spec/references/canonical.ts';
import { AutodevError, messageOf } from '../../../work/errors.ts';
import { isGuarded } from '../scratch/rules.ts';
import type { ChangedFiles } from '../scratch/scratch.ts';
import { fileStamp, sourcesInTree, sourcesNow } from '../scratch/sources.ts';
import { workbench, type Context, type Place, type Workbench } from '../scratch/workbench.ts';
import type { Done } from './done.ts';

/** The files go to the working tree, each whole or not at all. Done again after a crash it does the same. */
export async function move(context: Context, place: Place): Done<'move'> {
  const { input } = context;
  const bench = await workbench(context, place);
  const skipped = skippedFiles(context, place, bench);
  const { tree } = context.history.required('look');
  const moved = await moveIn(context.host.files, place.root, bench.kept, tree);
  const isRed = input.phase === 'red';
  if (!isRed) await writeImplements(context, place);
  const sources = sourcesNow(place.root, input.dir, bench.kept).map(
    (name) => bench.scratch.read(inModule(input.dir, name)) ?? '',
  );
  const missing = isRed ? [] : missingDomainValues(bench.spec, sources);
  return {
    result: {
      ...moved,
      skipped,
      implementsUpdated: !isRed,
      missingValues: missing.map(({ text }) => text),
    },
    summary: `${counted(moved.generated.length, 'file')} written`,
  };
}

/** `tree`: how the files lay when the compile began; one that is another since is somebody's work. */
export async function moveIn(
  files: Pick<Files, 'write' | 'remove'>,
  root: string,
  kept: ChangedFiles,
  tree: Readonly<Record<string, string>> | undefined,
) {
  const generated: string[] = [];
  const overwritten: string[] = [];
  const failed: string[] = [];
  for (const [path, text] of Object.entries(kept).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const was = readTextSync(join(root, path));
    try {
      await refuseLinks(root, path);
      const isTheirs = tree !== undefined && fileStamp(join(root, path)) !== (tree[path] ?? '');
      if (isTheirs && was !== undefined && was !== text)
        throw new AutodevError('io', 'somebody changed it while it was compiled');
      if (text === null) await files.remove(join(root, path));
      else if (was !== text) await replace(files, root, path, text);
      if (was !== undefined && was !== text) overwritten.push(path);
      if (text !== null) generated.push(path);
    } catch (error) {
      failed.push(`${path}: ${messageOf(error)}`);
    }
  }
  return { generated, overwritten, failed };
}

/** What could be run still can. */
async function replace(files: Pick<Files, 'write'>, root: string, path: string, text: string): Promise<void> {
  const place = join(root, path);
  await files.write(place, text, await modeOf(place), join(root, RESULTS_FOLDER));
}

/** A folder on the way may be a link in the working tree, which the copy left out because it leads elsewhere. */
async function refuseLinks(root: string, path: string): Promise<void> {
  const folder = dirname(path);
  const real = (await contained(root, '.')) ?? root;
  if ((await contained(root, folder)) !== join(real, folder))
    throw new AutodevError('io', `a link leads out of ${folder}`);
}

/** What is there and, by the conflict mode, stays as it is. */
function skippedFiles({ input, history }: Context, { root }: Place, { kept, rules }: Workbench): string[] {
  const tried = history.steps.flatMap(({ name, result }) =>
    name === 'red' || name === 'green' || name === 'refactor'
      ? (result as { skipped: string[] }).skipped
      : [],
  );
  const there = sourcesInTree(root, input.dir).map((name) => inModule(input.dir, name));
  return [...new Set([...tried, ...there.filter((path) => isGuarded(path, rules))])]
    .filter((path) => !(path in kept))
    .sort();
}

async function writeImplements({ input, history, host }: Context, { root }: Place): Promise<void> {
  const told = history.result('notes');
  const today = isoTime(host.clock.now()).slice(0, 10);
  const noted = (had: string | undefined) => {
    const full = completeImplements(had, input.dir);
    const text = told === undefined ? full : writeNotes(full, told, today);
    const planning = (of: string) => JSON.stringify(readImplements(of).planning);
    return planning(text) === planning(full) ? text : undefined;
  };
  await rewriteFile(root, inModule(input.dir, 'IMPLEMENTS.md'), noted, join(root, RESULTS_FOLDER));
}
