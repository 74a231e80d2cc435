import type { Store } from '../../store/store.ts';
import { workId } from '../../work/ids.ts';
import { openEngine } from '../../workflows/engine/engine.ts';
import type { Flow } from '../../workflows/engine/flow.ts';
import { readJournal } from '../../workflows/engine/journal.ts';
import { history } from '../../workflows/engine/steps/history.ts';
import { refusingForge } from '../../workflows/publish/guard-forge.ts';
import { pdcaFlow } from '../../workflows/pdca/flow.ts';
import type { PdcaInput } from '../../workflows/pdca/input.ts';
import { agentChooser } from '../agents/agent-for.ts';
import { sandboxedHost } from '../sandboxed-host.ts';
import { answered } from './answer.ts';
import { endOf, type How } from './end.ts';
import { noForge, openProjectForge } from './forge.ts';
import { needsOf, settingsOf, type Around } from './needs.ts';
import { standingOf } from './standing.ts';
import type { PdcaEnd, PdcaStart } from './start.ts';

/** Lets the engine carry the run on, asks whoever is there, and says how it ended. */
export async function advanceToEnd(
  start: PdcaStart,
  store: Store,
  input: PdcaInput,
  around: Around,
): Promise<PdcaEnd> {
  const { talk, signal } = start;
  const { flow, engine, item } = await openRun(start, store, input, around);
  const standing = async () => {
    const run = await store.runs.unfinished(item.work);
    const steps = run === undefined ? [] : await store.steps.finished(run.id);
    return standingOf(input, history(readJournal(flow, steps)), run?.id);
  };
  const ended = async (how: How) => endOf(store, item.work, input, await standing(), how);
  for (;;) {
    try {
      const at = await engine.advance(flow, item, signal);
      if (at.kind === 'superseded' || at.kind === 'rest') continue;
      if (at.kind === 'question') {
        const said = await answered(talk, at.question, await standing(), input.options.feature);
        if (said === undefined) return await ended({ kind: 'budget', reason: at.question.text });
        await store.questions.answer(at.question.id, said, 'you');
        continue;
      }
      if (at.kind === 'waiting' || at.kind === 'taken') {
        const budget = at.kind === 'waiting' && at.cause === 'budget';
        return await ended({ kind: budget ? 'budget' : 'broken', reason: at.reason });
      }
      const now = await standing();
      const end = await endOf(store, item.work, input, now, { kind: 'broken', reason: at.reason });
      // Broken by an outage: the journal stays open, and resume goes on from the last finished step.
      if (now.next.kind === 'end' || at.outcome !== 'failed')
        await store.runs.finish(
          at.run.id,
          at.outcome === 'done' ? 'done' : at.outcome === 'failed' ? 'failed' : 'skip',
          at.reason,
        );
      return end;
    } catch (error) {
      if (!signal.aborted) throw error;
      return ended({ kind: 'interrupted', reason: 'interrupted' });
    }
  }
}

/** The engine and the one item of this run. */
async function openRun(start: PdcaStart, store: Store, input: PdcaInput, around: Around) {
  const { home, talk } = start;
  const { config } = start.parsed;
  const read_paths = [...config.sandbox.read_paths, ...around.shows];
  const host = sandboxedHost(start.host, home, () => ({
    ...config,
    sandbox: { ...config.sandbox, read_paths },
  }));
  const settings = await settingsOf(start, input);
  const work = workId('pdca', input.repo, input.number);
  const forge = await openProjectForge(start, store, input);
  const needs = await needsOf({ ...start, host }, store, input, { ...around, settings, forge });
  const flow = pdcaFlow({ input, needs }) as unknown as Flow;
  const guarded = forge === undefined ? noForge() : refusingForge(forge.forge, host.secrets);
  const engine = openEngine({
    host,
    store,
    forge: guarded,
    reviewer: guarded,
    logins: forge === undefined ? [] : [forge.login],
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
    mayRun: async () => {},
  });
  const item = {
    work,
    phase: flow.phases[0],
    settings,
    settingsNow: async () => settings,
    trusts: async () => true,
    onPhase: async () => {},
  };
  return { flow, engine, item };
}
