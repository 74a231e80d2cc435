import { join } from 'node:path';
import { runToEnd } from '../agents/agent.ts';
import { modelFor } from '../config/model-for.ts';
import type { Config } from '../config/schema.ts';
import type { Forge } from '../forge/forge.ts';
import { makeFolder } from '../host/fs/files.ts';
import type { Host } from '../host/host.ts';
import { openStore } from '../store/sqlite/open.ts';
import type { RunRecord } from '../store/tables/runs.ts';
import { AutodevError } from '../work/errors.ts';
import { workId } from '../work/ids.ts';
import type { Role } from '../work/roles.ts';
import { checkedAnswer, type AnswerSchema } from '../work/verdicts.ts';
import { compileFlow } from '../workflows/compile/flow.ts';
import { projectId } from '../workflows/compile/finished-file.ts';
import { compileInput, type CompileInput } from '../workflows/compile/input.ts';
import type { Compiler, Compiled } from '../workflows/compile/project.ts';
import type { CompileResults } from '../workflows/compile/results.ts';
import { closeWorkbench } from '../workflows/compile/workbench.ts';
import { openEngine } from '../workflows/engine/engine.ts';
import type { Flow } from '../workflows/engine/flow.ts';
import { history } from '../workflows/engine/steps/history.ts';
import { readJournal } from '../workflows/engine/journal.ts';
import type { RepoSettings } from '../workflows/engine/settings.ts';
import type { Workspaces } from '../workflows/workspace/workspaces.ts';
import { agentChooser } from './agents/agent-for.ts';
import { sandboxedHost } from './sandboxed-host.ts';

const NO_RUN = {} as RunRecord;

/** The engine for the modules of one project: the same journal, budgets, sandbox and sessions as the daemon's, no forge. */
export async function openCompiler(options: {
  host: Host;
  home: string;
  root: string;
  config: Config;
  signal: AbortSignal;
  onPhase: (dir: string, phase: string) => void;
}): Promise<Compiler> {
  const { home, root, config, signal } = options;
  await makeFolder(home, 0o700);
  const host = sandboxedHost(options.host, home, () => config);
  const store = openStore(join(home, 'autodev.db'), { clock: host.clock, random: host.random });
  const id = projectId(root);
  const repo = `spec/${id}`;
  const scratch = join(home, 'compile', id);
  const inputs = new Map<number, CompileInput>();
  const flow = compileFlow(
    { root, scratch },
    (number) => inputs.get(number) as CompileInput,
  ) as unknown as Flow;
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
    workerId: `compile-${id}`,
    dayBudgetUsd: () => config.budget.per_day_usd,
    emit: async () => {},
    fence: async () => {},
  });
  const settings = settingsOf(repo, config);
  let cost = 0;

  const compile = async (wanted: CompileInput): Promise<Compiled> => {
    const work = workId('compile', repo, wanted.number);
    inputs.set(wanted.number, await unfinishedInput(wanted));
    const { dir } = wanted;
    const advance = await engine.advance(
      flow,
      {
        work,
        phase: 'PLANNED',
        settings,
        trusts: async () => true,
        onPhase: async (phase) => options.onPhase(dir, phase),
      },
      signal,
    );
    if (!('run' in advance) || advance.run === undefined)
      throw new AutodevError('failed', `${dir}: the run did not begin`);
    const { run } = advance;
    await closeWorkbench(run.id, (path) => host.files.remove(path));
    const steps = readJournal(flow, await store.steps.finished(run.id));
    const done = history<CompileResults>(steps);
    cost += done.costUsd();
    if (advance.kind !== 'end') return { ok: false, reason: advanceReason(advance), history: done };
    const { outcome, reason } = advance;
    await store.runs.finish(run.id, outcome === 'done' ? 'done' : 'failed', reason);
    if (outcome === 'done') await store.attempts.clear(work);
    else
      await store.attempts.put({
        work,
        inputHash: run.inputHash,
        failures: run.attempt,
        notBefore: 0,
        lastError: reason,
        // A session that broke off does not undo what was paid before it.
        carryFrom: run.id,
        carry: advance.carry,
        lesson: null,
      });
    return { ok: outcome === 'done', reason, history: done };
  };

  /** A run that was killed goes on with what it began with: what it has moved in already is no new input. */
  const unfinishedInput = async (wanted: CompileInput): Promise<CompileInput> => {
    const open = await store.runs.unfinished(workId('compile', repo, wanted.number));
    const before = open === undefined ? undefined : compileInput.safeParse(open.input).data;
    const same =
      before?.key === wanted.key &&
      before.phase === wanted.phase &&
      before.conflict === wanted.conflict &&
      before.healing.join('\n') === wanted.healing.join('\n');
    // As it was stored: the identity of a run is the hash of its text.
    return same ? (open?.input as CompileInput) : wanted;
  };

  return {
    repo,
    model: modelFor(config.agent, { agent: config.agent.default }, 'compile-green'),
    language: config.language,
    compile,
    costUsd: () => cost,
    ask: async <T>(role: Role, prompt: string, cwd: string, schema: AnswerSchema<T>): Promise<T> => {
      const { agent, model, limits, env } = await agentFor(repo, role, NO_RUN);
      const result = await runToEnd(agent, {
        role,
        prompt,
        cwd,
        model,
        access: 'read',
        schema,
        limits: { ...limits, budgetUsd: config.budget.per_item_usd },
        env,
        tag: `${repo}-${role}`,
        input: 'trusted',
        signal,
      });
      cost += result.costUsd;
      if (!result.ok)
        throw new AutodevError('agent_failed', `the ${role} session ended with ${result.stopReason}`, {
          why: result.text.slice(0, 1_000),
        });
      return checkedAnswer(schema, result.structured);
    },
    close: async () => {
      await host.files.remove(scratch);
      await store.close();
    },
  };
}

function advanceReason(advance: { kind: string; reason?: string }): string {
  return advance.reason ?? `it stopped with ${advance.kind}`;
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

function settingsOf(name: string, config: Config): RepoSettings {
  return {
    name,
    url: '',
    scan_targets: [],
    filter_labels: [],
    ignore_authors: [],
    trusted: { permission: 'write', logins: [], bots: [] },
    improve: 'own',
    max_queued: 0,
    model: 'sonnet',
    confidence_threshold: 0,
    workflow: 'direct',
    auto_merge: false,
    merge_require_ci: false,
    merge: { accept: [], method: 'merge', required_checks: [] },
    max_attempts: 1,
    max_review_rounds: 1,
    on_exhausted: 'human',
    max_ci_rounds: 0,
    ci_rerun: false,
    setup: [],
    checks: [],
    check_timeout_secs: 600,
    protected_paths: [],
    unprotected_paths: [],
    max_patch_bytes: 0,
    max_patch_files: 0,
    max_comments: 0,
    language: config.language,
    budget: {
      per_item_usd: config.budget.per_item_usd,
      per_repo_day_usd: config.budget.per_day_usd,
    },
  };
}
