import { join } from 'node:path';
import type { Config } from '../../config/schema.ts';
import type { Forge } from '../../forge/forge.ts';
import { installedFolders } from '../../host/fs/copy-tree.ts';
import { makeFolder } from '../../host/fs/files.ts';
import type { Host } from '../../host/host.ts';
import { openStore } from '../../store/sqlite/open.ts';
import type { Store } from '../../store/store.ts';
import { AutodevError } from '../../work/errors.ts';
import { workId } from '../../work/ids.ts';
import { compileFlow } from '../../workflows/compile/flow.ts';
import { compileInput, type CompileInput } from '../../workflows/compile/input.ts';
import { projectId } from '../../workflows/compile/project/finished-file.ts';
import type { Compiled, Compiler } from '../../workflows/compile/project/project.ts';
import type { CompileResults } from '../../workflows/compile/results.ts';
import { closeWorkbench } from '../../workflows/compile/scratch/workbench.ts';
import type { Advance } from '../../workflows/engine/advance.ts';
import { openEngine, type Engine } from '../../workflows/engine/engine.ts';
import type { Flow } from '../../workflows/engine/flow.ts';
import { readJournal } from '../../workflows/engine/journal.ts';
import { history } from '../../workflows/engine/steps/history.ts';
import type { Workspaces } from '../../workflows/workspace/workspaces.ts';
import { agentChooser } from '../agents/agent-for.ts';
import { sandboxedHost } from '../sandboxed-host.ts';
import { openQuestions } from './ask.ts';
import { compileModel, projectSettings } from './settings.ts';

interface CompilerOptions {
  host: Host;
  home: string;
  root: string;
  config: Config;
  signal: AbortSignal;
  /** Undefined: the module is through. */
  onPhase: (dir: string, phase: string | undefined) => void;
}

/** The engine for the modules of one project: the same journal, budgets, sandbox and sessions as the daemon's, no forge. */
export async function openCompiler(options: CompilerOptions): Promise<Compiler> {
  const { home, root, config, signal } = options;
  await makeFolder(home, 0o700);
  const host = showingPackages(
    sandboxedHost(options.host, home, () => config),
    root,
  );
  const store = openStore(join(home, 'autodev.db'), { clock: host.clock, random: host.random });
  const id = projectId(root);
  const repo = `spec/${id}`;
  const scratch = join(home, 'compile', id);
  const workerId = `compile-${id}`;
  const agentFor = agentChooser({
    host,
    home,
    agent: () => config.agent,
    sandbox: () => config.sandbox,
    repo: () => undefined,
  });
  const engine = openEngine({
    store,
    forge: absent<Forge>('forge'),
    reviewer: absent<Forge>('forge'),
    workspaces: { ...absent<Workspaces>('workspace'), guarded: (_, __, session) => session() },
    agentFor,
    logins: [],
    host,
    workerId,
    dayBudgetUsd: () => config.budget.per_day_usd,
    emit: async () => {},
    fence: async () => {},
    mayRun: async () => {},
  });
  const began = host.clock.now();
  const compile = moduleCompiler({ ...options, host }, { store, engine, repo, scratch });
  const budgets = { ...projectSettings(repo, config).budget, per_day_usd: config.budget.per_day_usd };
  return {
    repo,
    model: compileModel(config),
    language: config.language,
    compile,
    ask: openQuestions({ host, store, repo, agentFor, budgets, workerId, signal }),
    costUsd: () => store.costs.spent({ repo, since: began }),
    close: async () => {
      await host.files.remove(scratch);
      await store.close();
    },
  };
}

/** A module's copy links to the packages that are installed in the project, so a sandbox has to show them. */
function showingPackages(host: Host, root: string): Host {
  const folders = installedFolders(root).map((folder) => join(root, folder));
  return {
    ...host,
    sandbox: () => {
      const rules = host.sandbox?.();
      return rules && { ...rules, read: [...rules.read, ...folders] };
    },
  };
}

function moduleCompiler(
  { host, root, config, signal, onPhase }: CompilerOptions,
  { store, engine, repo, scratch }: { store: Store; engine: Engine; repo: string; scratch: string },
): Compiler['compile'] {
  const inputs = new Map<number, CompileInput>();
  const inputOf = (number: number) => inputs.get(number) as CompileInput;
  const flow = compileFlow({ root, scratch }, inputOf) as unknown as Flow;
  const settings = projectSettings(repo, config);
  return async (wanted) => {
    const { dir } = wanted;
    const work = workId('compile', repo, wanted.number);
    inputs.set(wanted.number, await unfinishedInput(store, repo, wanted));
    const item = {
      work,
      phase: 'PLANNED',
      settings,
      settingsNow: async () => settings,
      trusts: async () => true,
      onPhase: async (phase: string) => onPhase(dir, phase),
    };
    const advance = await waited(host, signal, () => engine.advance(flow, item, signal));
    if (!('run' in advance)) throw new AutodevError('failed', `${dir}: ${reasonOf(advance)}`);
    const { run } = advance;
    onPhase(dir, undefined);
    await closeWorkbench(run.id, (path) => host.files.remove(path));
    const done = history<CompileResults>(readJournal(flow, await store.steps.finished(run.id)));
    const ok = advance.kind === 'end' && advance.outcome === 'done';
    const finish = () => finishRun(store, advance);
    return { ok, reason: reasonOf(advance), history: done, finish } satisfies Compiled;
  };
}

/** Money that other modules' sessions have set aside comes back when these end. */
const SOON_MS = 60_000;

async function waited(host: Host, signal: AbortSignal, advance: () => Promise<Advance>): Promise<Advance> {
  for (;;) {
    const found = await advance();
    const ms = found.kind === 'waiting' ? found.until - host.clock.now() : Number.POSITIVE_INFINITY;
    if (ms > SOON_MS || (found.kind === 'waiting' && found.cause === 'agent')) return found;
    await host.clock.sleep(Math.max(ms, 0), signal);
  }
}

async function finishRun(store: Store, advance: Advance): Promise<void> {
  if (advance.kind !== 'end') return;
  const { run, outcome, reason, carry } = advance;
  await store.runs.finish(run.id, outcome === 'done' ? 'done' : 'failed', reason);
  if (outcome === 'done') await store.attempts.clear(run.work);
  else
    await store.attempts.put({
      work: run.work,
      inputHash: run.inputHash,
      failures: run.attempt,
      notBefore: 0,
      lastError: reason,
      // A session that broke off does not undo what was paid before it.
      carryFrom: run.id,
      carry,
      lesson: null,
    });
}

/** A run that was killed goes on with what it began with: what it has moved in already is no new input. */
async function unfinishedInput(store: Store, repo: string, wanted: CompileInput): Promise<CompileInput> {
  const open = await store.runs.unfinished(workId('compile', repo, wanted.number));
  const before = open === undefined ? undefined : compileInput.safeParse(open.input).data;
  const same =
    before?.key === wanted.key &&
    before.phase === wanted.phase &&
    before.conflict === wanted.conflict &&
    before.healing.join('\n') === wanted.healing.join('\n');
  // As it was stored: the identity of a run is the hash of its text.
  return same ? (open?.input as CompileInput) : wanted;
}

function reasonOf(advance: Advance): string {
  if (advance.kind === 'question') return advance.question.text;
  return 'reason' in advance ? advance.reason : `it stopped with ${advance.kind}`;
}

/** A part that a compile has no use for: whoever reaches for it made a mistake. */
function absent<T extends object>(what: string): T {
  return new Proxy({} as T, {
    get: (_, name) => () => {
      throw new Error(`a compile has no ${what} (${String(name)})`);
    },
    ownKeys: () => [],
  });
}
