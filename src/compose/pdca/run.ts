import { join } from 'node:path';
import type { Script } from '../../agents/scripted/script.ts';
import type { ParsedConfig } from '../../config/parse.ts';
import { settleRepo } from '../../config/repo/settle-repo.ts';
import type { Forge } from '../../forge/forge.ts';
import { isoTime } from '../../host/clock.ts';
import { readTextIfAny, writableFolder } from '../../host/fs/files.ts';
import { sha256 } from '../../host/hash.ts';
import type { Host } from '../../host/host.ts';
import { openStore } from '../../store/sqlite/open.ts';
import type { Store } from '../../store/store.ts';
import { AutodevError } from '../../work/errors.ts';
import type { WorkEvent } from '../../work/events.ts';
import { workId, type WorkId } from '../../work/ids.ts';
import { VERDICTS_VERSION } from '../../work/verdicts.ts';
import { argv } from '../../workflows/develop/checkpoints/argv.ts';
import { openEngine } from '../../workflows/engine/engine.ts';
import type { Flow } from '../../workflows/engine/flow.ts';
import { history } from '../../workflows/engine/steps/history.ts';
import { readJournal } from '../../workflows/engine/journal.ts';
import { doneOf } from '../../workflows/pdca/decide.ts';
import type { PdcaDone, SessionUse } from '../../workflows/pdca/done.ts';
import { pdcaFlow } from '../../workflows/pdca/flow.ts';
import { goalCommands } from '../../workflows/pdca/goals/goals.ts';
import { pdcaInput, type PdcaInput } from '../../workflows/pdca/input.ts';
import { nextOf, type Next } from '../../workflows/pdca/lead/next.ts';
import type { PdcaOptions } from '../../workflows/pdca/options.ts';
import { designPath, planPath, reportPath, STATUS_PATH } from '../../workflows/pdca/documents/places.ts';
import { commandsFor } from '../../workflows/pdca/steps/context.ts';
import type { PdcaNeeds } from '../../workflows/pdca/steps/needs.ts';
import { phaseToResume, readStatus } from '../../workflows/pdca/documents/status-file.ts';
import type { LeadEnd } from '../../workflows/pdca/work.ts';
import { PROMPTS_VERSION } from '../../workflows/prompt.ts';
import { localWorkspaces } from '../../workflows/workspace/local-workspaces.ts';
import { projectTree } from '../../workflows/workspace/project-tree.ts';
import { agentChooser } from '../agents/agent-for.ts';
import { sandboxedHost } from '../sandboxed-host.ts';
import { projectFacts } from './facts.ts';
import { findProject, openWorkplace, refuseDirty, type Project } from './project.ts';
import { createTeam } from './team.ts';

/** How a run talks to whoever started it. */
export interface PdcaTalk {
  say(line: string): void;
  event(event: WorkEvent): void;
  /** Undefined: nobody is there to be asked. */
  ask?: ((question: Asked) => Promise<string>) | undefined;
}

export interface Asked {
  about: 'phase' | 'failed' | 'warning' | 'budget';
  text: string;
  options: string[];
  phase: number;
  sessions: SessionUse[];
  feature: string;
}

export interface PdcaStart {
  home: string;
  host: Host;
  cwd: string;
  parsed: ParsedConfig;
  signal: AbortSignal;
  talk: PdcaTalk;
  script?: Script | undefined;
}

export interface PdcaEnd extends LeadEnd {
  feature: string;
  report: string | null;
  costUsd: number;
  sessions: number;
  /** The budget is used up; the run can be resumed. */
  budget: boolean;
}

const numberOf = (root: string, feature: string): number =>
  Number.parseInt(sha256(`${root}\n${feature}`).slice(0, 7), 16) || 1;

/** A new run in the project where the command stands. */
export async function startPdca(start: PdcaStart, options: PdcaOptions): Promise<PdcaEnd> {
  const { host } = start;
  const project = await findProject(host.git, start.cwd);
  const { context } = start.parsed.config;
  if (options.slack !== null) commandsFor({ context, options }, 'slack');
  if (options.gmail !== null) commandsFor({ context, options }, 'gmail');
  if (options.custom !== null) argv(options.custom);
  if (!options.worktree && !options.dryRun) await refuseDirty(host.git, project);
  return withStore(start, async (store) => {
    const number = numberOf(project.root, options.feature);
    const input: PdcaInput = {
      repo: project.repo,
      number,
      title: options.feature,
      author: 'you',
      contentHash: sha256(options.task),
      baseRef: project.branch ?? '',
      baseSha: await baseOf(start, project, options),
      lesson: null,
      options,
      from: null,
      startedAt: isoTime(host.clock.now()),
      root: project.root,
      versions: { prompts: PROMPTS_VERSION, verdicts: VERDICTS_VERSION },
    };
    return carryOn(start, store, project, input, false);
  });
}

/** With `--worktree` a run begins from main, else from where the person stands. */
async function baseOf({ host }: PdcaStart, project: Project, options: PdcaOptions): Promise<string> {
  if (!options.worktree) return project.head;
  const main = await host.git.run(['rev-parse', '-q', '--verify', 'refs/heads/main'], {
    cwd: project.root,
    ok: [1],
  });
  return main.code === 0 ? main.stdout.toString('utf8').trim() : project.head;
}

/** A run that was stopped: from the journal of this home, or by phase from the repository alone. */
export async function resumePdca(start: PdcaStart, wanted: string | undefined): Promise<PdcaEnd> {
  const { host } = start;
  const project = await findProject(host.git, start.cwd);
  return withStore(start, async (store) => {
    const open = (await store.runs.open(project.repo)).flatMap((run) => {
      const read = pdcaInput.safeParse(run.input);
      return read.success && (wanted === undefined || read.data.options.feature === wanted)
        ? [read.data]
        : [];
    });
    const known = open.at(-1);
    if (known !== undefined) return carryOn(start, store, project, known, true);
    return carryOn(start, store, project, await fromStatus(start, project, wanted), true);
  });
}

async function fromStatus(
  start: PdcaStart,
  project: Project,
  wanted: string | undefined,
): Promise<PdcaInput> {
  const { host, parsed } = start;
  await refuseDirty(host.git, project);
  const status = readStatus(await readTextIfAny(join(project.root, STATUS_PATH)));
  const feature = wanted ?? status?.primaryFeature;
  const one = feature === undefined ? undefined : status?.features[feature];
  if (feature === undefined || one === undefined || one.phaseNumber > 5)
    throw new AutodevError('not_found', 'there is no run to resume', {
      why: `no unfinished run in this home's journal, and none in ${STATUS_PATH} of the current branch`,
      hint: 'git switch feat/<feature>, or begin one with autodev auto "<task>"',
    });
  const there = async (path: string) => (await readTextIfAny(join(project.root, path))) !== undefined;
  const documents = { plan: await there(planPath(feature)), design: await there(designPath(feature)) };
  return {
    repo: project.repo,
    number: numberOf(project.root, feature),
    title: feature,
    author: 'you',
    contentHash: sha256(one.task),
    baseRef: project.branch ?? '',
    baseSha: one.base,
    lesson: null,
    options: { ...NO_OPTIONS, task: one.task, feature, language: parsed.config.language },
    from: {
      phase: phaseToResume(one, documents),
      mode: one.mode,
      score: one.score,
      iteration: one.implManagerIteration,
      remaining: one.implManagerRemainingIssues,
    },
    startedAt: one.timestamps.started,
    root: project.root,
    versions: { prompts: PROMPTS_VERSION, verdicts: VERDICTS_VERSION },
  };
}

const NO_OPTIONS: Omit<PdcaOptions, 'task' | 'feature' | 'language'> = {
  worktree: false,
  interactive: false,
  opus: false,
  eco: false,
  dryRun: false,
  skipAnalysis: false,
  noIssue: false,
  skipE2e: false,
  strict: false,
  custom: null,
  slack: null,
  gmail: null,
};

async function withStore<T>({ home, host }: PdcaStart, work: (store: Store) => Promise<T>): Promise<T> {
  await writableFolder(home, 'the autodev folder');
  const store = openStore(join(home, 'autodev.db'), { clock: host.clock, random: host.random });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Runs one item through the engine to its end; team and worktrees are gone afterwards, however it ends. */
async function carryOn(
  start: PdcaStart,
  store: Store,
  project: Project,
  input: PdcaInput,
  resumed: boolean,
): Promise<PdcaEnd> {
  const { home, host } = start;
  const { options } = input;
  const key = `${options.feature}-${sha256(project.root).slice(0, 8)}`;
  const team = await createTeam(home, host.clock, { feature: options.feature, root: project.root, key });
  const local = localWorkspaces(host.git, project.gitDir);
  try {
    const place = options.dryRun
      ? { cwd: project.root, branch: '', folder: join(home, 'wt', options.feature), close: async () => {} }
      : await openWorkplace(host.git, project, {
          home,
          feature: options.feature,
          worktree: options.worktree,
          resumed,
        });
    const tree = projectTree(host.git, {
      cwd: place.cwd,
      base: input.baseSha,
      branch: place.branch,
      folder: place.folder,
      main: project.root,
      ours: local.ours,
    });
    try {
      return await advanceToEnd(start, store, input, { team, tree, workspaces: local.workspaces });
    } finally {
      if (!options.dryRun) await tree.removeBeside();
      await place.close();
    }
  } finally {
    await team.remove();
  }
}

interface Around {
  team: Awaited<ReturnType<typeof createTeam>>;
  tree: PdcaNeeds['tree'];
  workspaces: ReturnType<typeof localWorkspaces>['workspaces'];
}

async function advanceToEnd(
  start: PdcaStart,
  store: Store,
  input: PdcaInput,
  around: Around,
): Promise<PdcaEnd> {
  const { home, parsed, signal, talk } = start;
  const { config } = parsed;
  const host = sandboxedHost(start.host, home, () => config);
  const settings = await settingsOf(start, input);
  const { options } = input;
  const custom = [...settings.checks, ...(options.custom === null ? [] : [argv(options.custom)])];
  const facts = await projectFacts(host.files, around.tree.cwd, { configured: settings.goals, custom });
  const work = workId('pdca', input.repo, input.number);
  const flow = pdcaFlow({
    input,
    needs: async (context, done) => ({
      host,
      options,
      tree: around.tree,
      base: input.baseSha,
      startedAt: input.startedAt,
      done,
      goals: goalCommands(facts),
      goalTimeoutMs: settings.check_timeout_secs * 1_000,
      context: config.context,
      signal: context.signal,
      session: (request) => context.session(request),
      say: talk.say,
      mail: (message) => around.team.mail(message),
      forge: undefined,
    }),
  }) as unknown as Flow;
  const engine = openEngine({
    host,
    store,
    forge: noForge(),
    reviewer: noForge(),
    logins: [],
    workspaces: around.workspaces,
    agentFor: agentChooser({
      host,
      home,
      agent: () => config.agent,
      sandbox: () => config.sandbox,
      repo: () => ({ agent: settings.agent, model: settings.model }),
      script: start.script,
    }),
    workerId: `auto-${process.pid}`,
    dayBudgetUsd: () => config.budget.per_day_usd,
    emit: async (event) => talk.event(event),
    fence: async () => {},
  });
  const item = { work, phase: flow.phases[0], settings, trusts: async () => true, onPhase: async () => {} };
  for (;;) {
    const at = await engine.advance(flow, item, signal);
    if (at.kind === 'superseded' || at.kind === 'rest') continue;
    const { next, done } = await standing(store, flow, input, at.run.id);
    if (at.kind === 'question') {
      const answered = await answer(talk, at.question, next, done, options.feature);
      if (answered === undefined)
        return endOf(store, work, input, next, done, { budget: true, reason: at.question.text });
      await store.questions.answer(at.question.id, answered, 'you');
      continue;
    }
    if (at.kind === 'waiting' || at.kind === 'taken')
      return endOf(store, work, input, next, done, {
        budget: at.kind === 'waiting' && at.cause === 'budget',
        reason: at.reason,
      });
    // Broken by an outage: the journal stays open, and resume goes on from the last finished step.
    if (next.kind !== 'end' && at.outcome === 'failed')
      return endOf(store, work, input, next, done, { budget: false, reason: at.reason });
    await store.runs.finish(
      at.run.id,
      at.outcome === 'done' ? 'done' : at.outcome === 'failed' ? 'failed' : 'skip',
      at.reason,
    );
    return endOf(store, work, input, next, done, { budget: false, reason: at.reason });
  }
}

async function standing(
  store: Store,
  flow: Flow,
  input: PdcaInput,
  run: Parameters<Store['steps']['finished']>[0],
): Promise<{ next: Next; done: PdcaDone[] }> {
  const done = doneOf(history(readJournal(flow, await store.steps.finished(run))));
  return { next: nextOf(input, done), done };
}

/** Undefined: nobody can allow more money here. */
async function answer(
  talk: PdcaTalk,
  question: { text: string; options: string[] },
  next: Next,
  done: readonly PdcaDone[],
  feature: string,
): Promise<string | undefined> {
  const about = next.kind === 'move' && next.work.kind === 'ask' ? next.work.about : 'budget';
  const sessions = done.flatMap((one) => one.sessions);
  if (next.kind === 'move') for (const line of next.notes) talk.say(line);
  if (talk.ask !== undefined)
    return talk.ask({
      about,
      text: question.text,
      options: question.options,
      phase: next.phase,
      sessions,
      feature,
    });
  if (about === 'budget') return undefined;
  // Nobody is there: a phase goes on by default, what went wrong does not.
  return about === 'phase' ? question.options[0] : 'stop';
}

async function endOf(
  store: Store,
  work: WorkId,
  input: PdcaInput,
  next: Next,
  done: readonly PdcaDone[],
  how: { budget: boolean; reason: string },
): Promise<PdcaEnd> {
  const sessions = done.flatMap((one) => one.sessions);
  const report = done.some((one) => one.kind === 'report' && one.result.path !== '')
    ? reportPath(input.options.feature)
    : null;
  const shared = {
    feature: input.options.feature,
    report,
    costUsd: await store.costs.spent({ work }),
    sessions: sessions.length,
    budget: how.budget,
  };
  if (next.kind === 'end') {
    const { kind: _, ...end } = next;
    return { ...end, ...shared };
  }
  const { phase, mode, score } = next;
  return {
    outcome: 'failed',
    reason: how.reason,
    unresolved: [how.reason],
    warnings: [],
    notes: [],
    phase,
    mode,
    score,
    ...shared,
  };
}

async function settingsOf({ parsed }: PdcaStart, { repo, root }: PdcaInput) {
  const text = await readTextIfAny(join(root, '.autodev.yaml'));
  const own = text === undefined ? undefined : { file: '.autodev.yaml', text };
  const place = { registered: { name: repo, url: `https://localhost/${repo}`, enabled: true } };
  return settleRepo(parsed.source, parsed.config, place, own).config;
}

/** A run of one's own writes nothing to a forge unless it has one. */
function noForge(): Forge {
  const refuse = () => Promise.reject(new AutodevError('forge_unavailable', 'this run has no forge'));
  return new Proxy({} as Forge, { get: () => refuse });
}
