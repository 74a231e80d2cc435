import type { Forge } from '../../forge/forge.ts';
import type { Host } from '../../host/host.ts';
import type { RunRecord, Store } from '../../store/store.ts';
import { AutodevError, messageOf } from '../../work/errors.ts';
import type { WorkEvent } from '../../work/events.ts';
import { parseWorkId, type WorkId } from '../../work/ids.ts';
import type { Workspaces } from '../workspace/workspaces.ts';
import type { Advance } from './advance.ts';
import { raised } from './allowance.ts';
import { isChoice, recordAnswer, takeUpAnswered } from './answers.ts';
import { askPerson } from './asking.ts';
import { Purse, type Budgets } from './budget.ts';
import { sameItem } from './changed.ts';
import type { StepContext, WorkContext } from './context.ts';
import type { Flow, Move } from './flow.ts';
import { history, type History } from './history.ts';
import type { FrozenInput } from './input.ts';
import { interrupted } from './interrupted.ts';
import { Superseded } from './interruptions.ts';
import type { EngineItem } from './item.ts';
import { ledger } from './ledger.ts';
import { preflight } from './preflight.ts';
import { runSession, type Hire } from './session.ts';
import { submit } from './submit.ts';

export interface EngineParts {
  host: Host;
  store: Store;
  forge: Forge;
  reviewer: Forge;
  workspaces: Workspaces;
  hire: Hire;
  logins: readonly string[];
  workerId: string;
  dayBudgetUsd: () => number;
  emit(event: WorkEvent): Promise<void>;
  /** Throws `Taken` when another daemon holds the item by now. */
  fence: (work: WorkId) => Promise<void>;
  settleMs?: readonly number[] | undefined;
}

export interface Engine {
  /**
   * Carries an item on from the phase it is in until it rests or ends. Finished steps are read from the journal,
   * never done again. Rejects only when the signal is aborted or the store fails.
   */
  advance(flow: Flow, item: EngineItem, signal: AbortSignal): Promise<Advance>;
}

export function openEngine(parts: EngineParts): Engine {
  const { host, store } = parts;
  const purse = new Purse(store, host.clock);

  /** One step: recorded as begun, done, its files kept, recorded as finished. */
  const perform = async (
    flow: Flow,
    run: RunRecord,
    input: FrozenInput,
    done: History,
    move: Move & { kind: 'step' },
    item: EngineItem,
    signal: AbortSignal,
  ) => {
    const step = flow.steps[move.name];
    if (step === undefined) throw new Error(`the ${flow.type} flow has no step ${move.name}`);
    const where = { work: item.work, run: run.id, step: move.name, round: move.round };
    const began = host.clock.monotonic();
    let paid = 0;
    await store.steps.start(run.id, move.name, move.round);
    await parts.emit({ type: 'step.started', ...where });
    const budgets: Budgets = {
      ...item.settings.budget,
      per_item_usd: await raised(store, item),
      per_day_usd: parts.dayBudgetUsd(),
    };
    const fence = async () => {
      signal.throwIfAborted();
      await parts.fence(item.work);
    };
    const context: StepContext = {
      ...workContext(parts, item),
      work: item.work,
      run,
      round: move.round,
      input,
      history: done,
      reviewer: parts.reviewer,
      workspaces: parts.workspaces,
      ledger: ledger({
        store,
        clock: host.clock,
        run: run.id,
        work: item.work,
        signal,
        fence,
        emit: parts.emit,
        settleMs: parts.settleMs,
      }),
      signal,
      emit: parts.emit,
      session: async (request) => {
        await preflight(item, input, done, parts.forge);
        await fence();
        const result = await parts.workspaces.guarded(item.settings.name, request.cwd, () =>
          runSession(request, { ...parts, run, step: move.name, purse, budgets, signal }),
        );
        paid += result.costUsd;
        return result;
      },
    };
    try {
      const { result, commit, summary } = await step.run(context);
      if (commit !== undefined)
        await parts.workspaces.keep(item.settings.name, run.id, `${move.name}-${move.round}`, commit);
      await store.steps.finish(run.id, move.name, move.round, {
        result,
        commit: commit ?? null,
        costUsd: paid,
      });
      await parts.emit({
        type: 'step.finished',
        ...where,
        durationMs: host.clock.monotonic() - began,
        costUsd: paid,
        summary,
      });
    } catch (error) {
      const cost =
        paid +
        (error instanceof AutodevError && typeof error.data?.costUsd === 'number' ? error.data.costUsd : 0);
      const message =
        error instanceof AutodevError && error.why ? `${error.message}: ${error.why}` : messageOf(error);
      await store.steps.fail(run.id, move.name, move.round, { error: message, costUsd: cost });
      await parts.emit({
        type: 'step.failed',
        ...where,
        durationMs: host.clock.monotonic() - began,
        costUsd: cost,
        message,
      });
      throw error;
    }
  };

  const advance = async (flow: Flow, item: EngineItem, signal: AbortSignal): Promise<Advance> => {
    let run: RunRecord | undefined;
    let phase = item.phase;
    try {
      const answered = await takeUpAnswered(store, item.work, parts.emit);
      const frozen = await flow.freeze(parseWorkId(item.work), workContext(parts, item));
      // An answer is for the run that asked: remarks and settings that came since start no other one.
      const same = answered !== undefined && sameItem(answered.input as FrozenInput, frozen);
      run = same ? answered : await submit(store, item.work, frozen);
      if (answered !== undefined && !same) await store.runs.finish(answered.id, 'dropped', 'it was changed');
      const input = run.input as FrozenInput;
      if (item.phase === 'Pending')
        await parts.emit({ type: 'run.started', work: item.work, run: run.id, attempt: run.attempt });
      for (;;) {
        signal.throwIfAborted();
        const done = history(await store.steps.finished(run.id));
        const move = flow.decide(input, done);
        if (move.kind === 'end') return { lesson: null, carry: [], ...move, run };
        if (move.kind === 'ask') {
          const question = await askPerson(parts, run, move);
          if (question.answer === null) return { kind: 'asks', run, question };
          await recordAnswer(store, question);
          // Answered before it could leave, in words of their own: they are new input.
          if (!isChoice(question)) throw new Superseded('it was answered');
          continue;
        }
        if (move.restsAs !== undefined && phase !== move.restsAs && phase !== move.phase)
          return { kind: 'rest', phase: move.restsAs };
        if (phase !== move.phase) {
          phase = move.phase;
          await item.onPhase(phase);
        }
        await perform(flow, run, input, done, move, item, signal);
      }
    } catch (error) {
      signal.throwIfAborted();
      return await interrupted(parts, item, run, error);
    }
  };
  return { advance };
}

function workContext(parts: EngineParts, item: EngineItem): WorkContext {
  const { host, store, forge, logins } = parts;
  return { host, store, forge, logins, settings: item.settings, trusts: item.trusts };
}
