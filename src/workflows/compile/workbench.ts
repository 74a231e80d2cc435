import { join } from 'node:path';
import { pathExists } from '../../host/fs/sync-files.ts';
import { isTestPath, testsOf } from '../../spec/drift/tests-of.ts';
import { isSourceName } from '../../spec/language/source-file.ts';
import { parseSpec } from '../../spec/parse/parse.ts';
import { discoverRunner } from '../../spec/runners/discover.ts';
import type { Runner, TestRun } from '../../spec/runners/runner.ts';
import type { ClaudeMdSpec } from '../../spec/spec.ts';
import { walkFolders } from '../../spec/tree/walk.ts';
import type { StepContext } from '../engine/steps/context.ts';
import type { CompileInput } from './input.ts';
import type { Changed, CompileResults, RecordedRun } from './results.ts';
import type { Rules } from './rules.ts';
import { runTests } from './run-tests.ts';
import { openScratch, type ChangedFiles, type Scratch } from './scratch.ts';

export type Context = StepContext<CompileInput, CompileResults>;

/** Where one project is compiled: its root, and where copies of it may lie. */
export interface Place {
  root: string;
  scratch: string;
}

/** What every step of a module works with. */
export interface Workbench {
  scratch: Scratch;
  spec: ClaudeMdSpec;
  kept: ChangedFiles;
  rules: Rules;
  /** Undefined: the language has no runner without a set-up, and there is none. */
  runner: Runner | undefined;
  tests(more?: readonly string[]): string[];
  run(files: readonly string[]): Promise<TestRun>;
}

/** Copies that this process has made; one of a process that died is made anew. */
const open = new Map<string, Scratch>();

export async function workbench(context: Context, place: Place): Promise<Workbench> {
  const { input, host, run, signal, settings } = context;
  const kept = keptFiles(context);
  const path = join(place.scratch, `${input.number}`);
  const known = open.get(run.id);
  const scratch = known ?? (await openScratch(host.files, place.root, path, kept));
  open.set(run.id, scratch);
  const folders = [...walkFolders(place.root)];
  const modules = new Set(
    folders.filter(({ files }) => files.includes('CLAUDE.md')).map(({ dir }) => shown(dir)),
  );
  const own = folders.find(({ dir }) => shown(dir) === input.dir)?.files.filter(isSourceName) ?? [];
  const tests = (more: readonly string[] = []) => {
    const inTree = folders.flatMap(({ dir, files }) =>
      files.map((name) => (dir === '' ? name : `${dir}/${name}`)).filter(isTestPath),
    );
    const dirs = new Set([...modules].map((dir) => (dir === '.' ? '' : dir)));
    const found = testsOf(input.dir === '.' ? '' : input.dir, own, inTree, dirs);
    const written = Object.keys(kept).filter((name) => kept[name] !== null && isTestPath(name));
    return [...new Set([...found, ...written, ...more, ...input.testFiles])]
      .filter((name) => pathExists(join(scratch.path, name)))
      .sort();
  };
  const runner = discoverRunner(input.dir, input.language, (name) => scratch.read(name));
  return {
    scratch,
    kept,
    spec: parseSpec(input.claudeMd).spec,
    rules: {
      dir: input.dir,
      modules,
      tests: new Set(tests()),
      isThere: (name) => pathExists(join(place.root, name)),
      conflict: input.conflict,
    },
    runner,
    tests,
    run: async (files) =>
      runner === undefined
        ? noRunner(input)
        : runTests(host, runner, files, {
            scratch: scratch.path,
            run: run.id,
            timeoutMs: settings.check_timeout_secs * 1_000,
            signal,
          }),
  };
}

export async function closeWorkbench(run: string, remove: (path: string) => Promise<void>): Promise<void> {
  const scratch = open.get(run);
  open.delete(run);
  if (scratch !== undefined) await remove(scratch.path);
}

function noRunner({ dir, language }: CompileInput): TestRun {
  const output = `no test runner: ${dir} (${language}) needs a build with tests (pom.xml or build.gradle) in it or above`;
  return { outcome: 'environment', total: 0, passed: 0, failed: 0, cases: [], output };
}

/** What the last finished step that writes left behind. */
export function keptFiles({ history }: Pick<Context, 'history'>): ChangedFiles {
  const last = history.steps.findLast(
    ({ name }) => name === 'red' || name === 'green' || name === 'refactor',
  );
  return { ...(last?.result as Changed | undefined)?.files };
}

export function recorded({ outcome, total, passed, failed, output }: TestRun): RecordedRun {
  return { outcome, total, passed, failed, output };
}

function shown(dir: string): string {
  return dir === '' ? '.' : dir;
}
