import { removeHalfWritten } from '../../../host/fs/files.ts';
import { readTextSync } from '../../../host/fs/sync-files.ts';
import { join } from 'node:path';
import { RESULTS_FOLDER, SHOWN_LINES } from '../../../spec/compile/result.ts';
import { rewriteFile } from '../../../spec/edit/rewrite-file.ts';
import { completeImplements } from '../../../spec/implements/update.ts';
import { inModule } from '../../../spec/references/canonical.ts';
import { messageOf } from '../../../work/errors.ts';
import { compareInterfaces, interfacesBefore } from './after.ts';
import type { Compilation } from './compilation.ts';
import { openFinished, type FinishedFile } from './finished-file.ts';
import { inOrder } from './in-order.ts';
import { prepare, type CompilePlan, type Planned } from './plan.ts';
import type { CompileOptions, Project } from './project.ts';
import { settle } from './settle.ts';

/** Compiles what was planned, each module after those it depends on, several at a time. */
export async function compilePlanned(
  project: Project,
  options: CompileOptions,
  plan: CompilePlan,
  signal: AbortSignal,
): Promise<Compilation> {
  const { todo, upToDate, byHand, refused } = plan;
  const done: Compilation = {
    targets: todo.map(({ dir, mode, after, reasons }) => ({ dir, mode, after, reasons })),
    results: [],
    red: [],
    upToDate,
    byHand,
    refused: [...refused],
    diff: [],
    impact: [],
    warnings: [],
  };
  await removeHalfWritten(join(project.root, RESULTS_FOLDER));
  const before = await interfacesBefore(project.root, done.targets);
  const finished = openFinished(project.home, project.root);
  await inOrder(todo, options.jobs, async (planned) => {
    signal.throwIfAborted();
    const { dir } = planned;
    try {
      await compileModule(project, options, planned, finished, done);
    } catch (error) {
      signal.throwIfAborted();
      done.refused.push({ dir, reason: messageOf(error), kind: 'failed' });
    }
  });
  await compareInterfaces(project, before, done);
  return done;
}

async function compileModule(
  project: Project,
  options: CompileOptions,
  planned: Planned,
  finished: FinishedFile,
  done: Compilation,
): Promise<void> {
  const { root, compiler, say } = project;
  const { dir } = planned;
  const implementsMd = inModule(dir, 'IMPLEMENTS.md');
  if (readTextSync(join(root, implementsMd)) === undefined) {
    say(SHOWN_LINES.noImplements(implementsMd));
    await rewriteFile(
      root,
      implementsMd,
      () => completeImplements(undefined, dir),
      join(root, RESULTS_FOLDER),
    );
  }
  say(SHOWN_LINES.started(inModule(dir, 'CLAUDE.md')));
  for (const message of planned.warnings) done.warnings.push({ dir, message });
  // The default Planning that was just written is part of what the module comes from.
  const { input } = prepare(project, options, finished, planned);
  const compiled = await compiler.compile({ ...input, mode: planned.mode });
  if (compiled.ok) await settle(project, options, { input, compiled, finished, done });
  else done.refused.push({ dir, reason: compiled.reason, kind: 'failed' });
  // Last of all: whoever dies before it settles it again, from finished steps, and nothing of it becomes somebody else's.
  await compiled.finish();
}
