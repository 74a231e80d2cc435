import {
  runToEnd,
  type Agent,
  type AgentEvent,
  type AgentLimits,
  type AgentResult,
  type StopReason,
} from '../../agents/agent.ts';
import { isoTime } from '../../host/clock.ts';
import type { Host } from '../../host/host.ts';
import type { RunRecord, Store } from '../../store/store.ts';
import { AutodevError } from '../../work/errors.ts';
import type { WorkEvent } from '../../work/events.ts';
import { parseWorkId } from '../../work/ids.ts';
import type { Budgets, Purse } from './budget.ts';
import type { SessionRequest, SessionRole } from './context.ts';
import { Postponed } from './interruptions.ts';

/** Who does the work of a role in a repository, with what model, limits and environment. */
export interface Worker {
  agent: Agent;
  model: string;
  limits: Omit<AgentLimits, 'budgetUsd'>;
  env: Readonly<Record<string, string>>;
}

export type Hire = (repo: string, role: SessionRole, run: RunRecord) => Promise<Worker>;

const KEPT_TEXT = 20_000;
/** Ends of sessions that never began, for want of a program or a login. */
const NO_AGENT: readonly StopReason[] = ['unavailable', 'not_logged_in'];
const NO_AGENT_MS = 15 * 60_000;

/** One paid session: money set aside first, everything it says recorded, its cost booked however it ends. */
export async function runSession(
  request: SessionRequest,
  around: {
    host: Host;
    store: Store;
    run: RunRecord;
    step: string;
    hire: Hire;
    purse: Purse;
    budgets: Budgets;
    workerId: string;
    signal: AbortSignal;
    emit: (event: WorkEvent) => Promise<void>;
  },
): Promise<AgentResult> {
  const { host, store, run, step, signal, emit } = around;
  const { repo, type } = parseWorkId(run.work);
  const worker = await around.hire(repo, request.role, run);
  const reserved = await around.purse.reserve(repo, run.work, around.budgets);
  const startedAt = host.clock.now();
  await emit({
    type: 'session.started',
    work: run.work,
    run: run.id,
    step,
    agent: worker.agent.name,
    model: worker.model,
  });
  let lines = '';
  const notices: Promise<void>[] = [];
  const note = (event: AgentEvent) => {
    // What went wrong beside the answer (an agent of several that took no part) is told, not only kept.
    if (event.type === 'notice')
      notices.push(emit({ type: 'session.progress', work: run.work, run: run.id, text: event.text }));
    const line = transcriptLine(event);
    if (line !== undefined && lines.length < KEPT_TEXT) lines += `${line}\n`;
  };
  let result: AgentResult | undefined;
  try {
    result = await runToEnd(
      worker.agent,
      {
        prompt: request.prompt,
        cwd: request.cwd,
        model: worker.model,
        access: request.access,
        schema: request.schema,
        limits: { ...worker.limits, budgetUsd: reserved.usd },
        env: worker.env,
        tag: run.id,
        input: 'trusted',
        signal,
      },
      note,
    );
  } finally {
    await Promise.allSettled(notices);
    const cost = result?.costUsd ?? 0;
    const finishedAt = host.clock.now();
    if (cost > 0)
      await store.costs.book({ repo, work: run.work, run: run.id, step, usd: cost, at: finishedAt });
    reserved.release();
    await store.sessions.add({
      id: host.random.uuid(),
      repo,
      queueType: type,
      itemKey: run.work,
      workerId: around.workerId,
      command: `${worker.agent.name} ${worker.model} (${request.role})`,
      stdout: lines,
      stderr: result?.stderrTail ?? '',
      exitCode: result?.exitCode ?? null,
      startedAt: isoTime(startedAt),
      finishedAt: isoTime(finishedAt),
      durationMs: finishedAt - startedAt,
    });
  }
  await emit({
    type: 'session.finished',
    work: run.work,
    run: run.id,
    step,
    agent: worker.agent.name,
    sessionId: result.sessionId,
    costUsd: result.costUsd,
    turns: result.turns,
    durationMs: result.durationMs,
    ok: result.ok,
  });
  signal.throwIfAborted();
  if (!result.ok && NO_AGENT.includes(result.stopReason) && result.costUsd === 0) {
    // It says nothing about the item: every other one would fail like it, and end as skipped.
    const why = result.text.slice(0, 500) || result.stopReason;
    throw new Postponed(`${worker.agent.name} cannot work: ${why}`, host.clock.now() + NO_AGENT_MS, 'agent');
  }
  if (!result.ok) {
    throw new AutodevError(
      result.stopReason === 'no_answer' ? 'no_answer' : 'agent_failed',
      `the ${request.role} session ended with ${result.stopReason}`,
      {
        why: result.text.slice(0, 2_000) || result.stderrTail.slice(-2_000),
        data: { costUsd: result.costUsd, stopReason: result.stopReason },
      },
    );
  }
  return result;
}

function transcriptLine(event: AgentEvent): string | undefined {
  if (event.type === 'text') return event.text;
  if (event.type === 'tool') return `> ${event.name} ${event.summary}`;
  if (event.type === 'denied') return `! denied ${event.tool}: ${event.reason}`;
  if (event.type === 'notice') return `# ${event.text}`;
  return undefined;
}
