import { join } from 'node:path';
import { pathExists } from '../../../host/fs/sync-files.ts';
import { sandboxInForce } from '../../../host/sandbox/works.ts';
import { parseSpec } from '../../../spec/parse/parse.ts';
import { discoverRunner } from '../../../spec/runners/discover.ts';
import type { Runner, TestRun } from '../../../spec/runners/runner.ts';
import type { ClaudeMdSpec } from '../../../spec/spec.ts';
import { inModule } from '../../../spec/references/canonical.ts';
import { walkFolders } from '../../../spec/tree/walk.ts';
import type { StepContext } from '../../engine/steps/context.ts';
import type { CompileInput } from '../input.ts';
import type { Changed, CompileResults, RecordedRun } from '../results.ts';
import { moduleTests } from './module-tests.ts';
import { isGuarded, nearest, type Rules } from './rules.ts';
import { probeRunner, runTests, type TestPlace } from './run-tests.ts';
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
  /** Where a new test file belongs. */
  newTestFile: string;
  tests(more?: readonly string[]): string[];
  /** Every file of the working tree that belongs to the module. */
  ownFiles(): string[];
  run(files: readonly string[]): Promise<TestRun>;
  /** Why no tests could run here; undefined when nothing speaks against it. */
  probe(): Promise<TestRun | undefined>;
}

/** Copies that this process has made; one of a process that died is made anew. */
const open = new Map<string, Scratch>();

export async function workbench(context: Context, place: Place): Promise<Workbench> {
  const { input, host, run, signal, settings } = context;
  const kept = keptFiles(context);
  const scratch = open.get(run.id) ?? (await copyOf(context, place, kept));
  open.set(run.id, scratch);
  const folders = [...walkFolders(place.root)];
  const tests = moduleTests(input, folders, kept, (name) => pathExists(join(scratch.path, name)));
  const runner = discoverRunner(input.dir, input.language, (name) => scratch.read(name));
  const rules: Rules = {
    dir: input.dir,
    modules: new Set(
      folders.flatMap(({ dir, files }) => (files.includes('CLAUDE.md') ? [dir === '' ? '.' : dir] : [])),
    ),
    tests: new Set(tests()),
    isThere: (name) => pathExists(join(place.root, name)),
    recorded: new Set(input.recorded),
    conflict: input.conflict,
  };
  const at: TestPlace = {
    scratch: scratch.path,
    run: run.id,
    timeoutMs: settings.check_timeout_secs * 1_000,
    signal,
  };
  return {
    scratch,
    kept,
    spec: parseSpec(input.claudeMd).spec,
    rules,
    runner,
    newTestFile: newTestFile(input, runner, rules),
    tests,
    ownFiles: () =>
      folders.flatMap(({ dir, files }) =>
        files
          .map((name) => inModule(dir === '' ? '.' : dir, name))
          .filter((path) => nearest(path, rules.modules) === input.dir),
      ),
    run: async (files) => (runner === undefined ? noRunner(input) : runTests(host, runner, files, at)),
    probe: async () => (runner === undefined ? noRunner(input) : probeRunner(host, runner, at)),
  };
}

async function copyOf({ host, input }: Context, place: Place, kept: ChangedFiles): Promise<Scratch> {
  const path = join(place.scratch, `${input.number}`);
  // Links to the project's own packages are safe only where they are read-only.
  const linkInstalled = (await sandboxInForce(host, host.env)) !== undefined;
  return openScratch(host.files, { root: place.root, path, linkInstalled }, kept);
}

export async function closeWorkbench(run: string, remove: (path: string) => Promise<void>): Promise<void> {
  const scratch = open.get(run);
  open.delete(run);
  if (scratch !== undefined) await remove(scratch.path);
}

/** The usual place; beside it where somebody else's tests are there already and stay as they are. */
function newTestFile(input: CompileInput, runner: Runner | undefined, rules: Rules): string {
  if (runner === undefined) return input.dir;
  const stem = input.dir === '.' ? 'root' : (input.dir.split('/').at(-1) ?? 'module');
  const usual = runner.testFile(input.dir, stem, input.language);
  return isGuarded(usual, rules) ? runner.testFile(input.dir, `${stem}_clauses`, input.language) : usual;
}

function noRunner({ dir, language }: CompileInput): TestRun {
  const needs = 'needs a build with tests (pom.xml or build.gradle) in it or above';
  const output = `no test runner: ${dir} (${language}) ${needs}`;
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
