import type { AgentResult } from '../../../agents/agent.ts';
import type { Forge } from '../../../forge/forge.ts';
import type { RunRecord } from '../../../store/tables/runs.ts';
import { parseWorkId, type WorkId } from '../../../work/ids.ts';
import { checkedAnswer, type AnswerSchema } from '../../../work/verdicts.ts';
import type { Workspaces } from '../../workspace/workspaces.ts';
import { raised } from '../budget/allowance.ts';
import { workContext, type FindParts } from '../input/begin.ts';
import type { Budget, Budgets } from '../budget/budget.ts';
import type { SessionRequest, Sessions, StepContext } from './context.ts';
import type { Flow, Move } from '../flow.ts';
import type { History } from './history.ts';
import type { FrozenInput } from '../input/input.ts';
import type { EngineItem } from '../item.ts';
import { ledger } from '../ledger.ts';
import { stillSaid } from '../input/said.ts';
import { preflight } from './preflight.ts';
import { runSession, type AgentFor } from './session.ts';
import { setUpFor } from './set-up.ts';

export interface ContextParts extends FindParts {
  reviewer: Forge;
  workspaces: Workspaces;
  agentFor: AgentFor;
  workerId: string;
  budget: Budget;
  dayBudgetUsd: () => number;
  /** Throws `Taken` when another daemon holds the item by now. */
  fence: (work: WorkId) => Promise<void>;
  /** Throws `Postponed` where nothing may run for a repository as it and this machine are: public, and no sandbox. */
  mayRun: (repo: string) => Promise<void>;
  settleMs?: readonly number[] | undefined;
}

/** Which step of which run is at work. */
export interface StepAt {
  flow: Flow;
  run: RunRecord;
  input: FrozenInput;
  done: History;
  item: EngineItem;
  move: Move & { kind: 'step' };
  signal: AbortSignal;
}

/** What one step may use; `paid` hears what each of its sessions cost. */
export async function stepContext(
  parts: ContextParts,
  at: StepAt,
  paid: (usd: number) => void,
): Promise<StepContext> {
  const { run, input, done, item, move, signal } = at;
  const { store, host, emit, reviewer, workspaces, settleMs } = parts;
  const { work } = item;
  const ours = async () => {
    signal.throwIfAborted();
    await parts.mayRun(input.repo);
    await parts.fence(work);
  };
  const context = workContext(parts, item);
  // Sessions and effects alike, so that no step can forget it.
  const fence = async (before: 'session' | 'effect') => {
    const settings = await item.settingsNow();
    await preflight(at.flow, parseWorkId(work), input, done, { ...context, settings }, before);
    await ours();
  };
  const beforeSession = async () => {
    await stillSaid(at.flow, input, context);
    await fence('session');
  };
  const beforeEffect = () => fence('effect');
  return {
    ...context,
    work,
    run,
    round: move.round,
    input,
    history: done,
    reviewer,
    workspaces,
    ledger: ledger({
      store,
      clock: host.clock,
      run: run.id,
      work,
      signal,
      fence: beforeEffect,
      emit,
      settleMs,
    }),
    signal,
    settingsNow: () => item.settingsNow(),
    emit,
    session: sessionsOf(parts, at, { fence: beforeSession, paid }),
  };
}

/** Sessions of a step: each only while the item is wanted and ours, and nowhere but in its own worktree. */
function sessionsOf(
  parts: ContextParts,
  at: StepAt,
  around: { fence: () => Promise<void>; paid: (usd: number) => void },
): Sessions {
  const { run, item, move, signal } = at;
  function session<T>(
    request: SessionRequest & { schema: AnswerSchema<T> },
  ): Promise<AgentResult & { structured: T }>;
  function session(request: SessionRequest): Promise<AgentResult>;
  async function session(request: SessionRequest): Promise<AgentResult> {
    // Before the item is looked at again: installing may take long.
    if (request.access === 'write') await setUpFor(parts, at, request.cwd);
    await around.fence();
    const budgets = await budgetsOf(parts, { ...item, settings: await item.settingsNow() });
    const result = await parts.workspaces.guarded(item.settings.name, request.cwd, () =>
      runSession(request, { ...parts, run, step: move.name, budgets, signal }),
    );
    around.paid(result.costUsd);
    if (request.schema === undefined) return result;
    return { ...result, structured: checkedAnswer(request.schema, result.structured) };
  }
  return session;
}

async function budgetsOf(parts: ContextParts, item: EngineItem): Promise<Budgets> {
  return {
    ...item.settings.budget,
    per_item_usd: await raised(parts.store, item),
    per_day_usd: parts.dayBudgetUsd(),
  };
}
