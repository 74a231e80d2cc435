import { runToEnd, type Agent, type AgentLimits, type AgentResult } from '../../../agents/agent.ts';
import { isRestReason } from '../../../agents/rest/rest.ts';
import { isoTime } from '../../../host/clock.ts';
import type { Host } from '../../../host/host.ts';
import { redact } from '../../../host/log/redact.ts';
import type { RunRecord } from '../../../store/tables/runs.ts';
import type { Store } from '../../../store/store.ts';
import { AutodevError } from '../../../work/errors.ts';
import type { WorkEvent } from '../../../work/events.ts';
import { parseWorkId } from '../../../work/ids.ts';
import type { Role } from '../../../work/roles.ts';
import type { Budget, Budgets } from '../budget/budget.ts';
import type { SessionRequest } from './context.ts';
import { Postponed } from '../stops/interruptions.ts';
import { openTranscript, type Transcript } from './transcript.ts';

/** Who does the work of a role in a repository, with what model, limits and environment. */
export interface Worker {
  agent: Agent;
  model: string;
  limits: Omit<AgentLimits, 'budgetUsd'>;
  env: Readonly<Record<string, string>>;
}

/** `model`: what the flow would take where the configuration names none for the role. */
export type AgentFor = (repo: string, role: Role, run: RunRecord, model?: string) => Promise<Worker>;

interface Around {
  host: Host;
  store: Store;
  run: RunRecord;
  step: string;
  agentFor: AgentFor;
  budget: Budget;
  budgets: Budgets;
  workerId: string;
  signal: AbortSignal;
  emit: (event: WorkEvent) => Promise<void>;
}

/** For an agent of which nobody says when it is worth asking again. */
const NO_AGENT_MS = 15 * 60_000;
/** A script is a file that somebody is writing: to look is free. */
const NO_RULE_MS = 60_000;
/** Of what a session wrote in place of an answer. */
const SAID_CAP = 20_000;

/** A paid session. Where its agent cannot work, another that may take over does it; each is asked once. */
export async function runSession(request: SessionRequest, around: Around): Promise<AgentResult> {
  const { run } = around;
  const { repo } = parseWorkId(run.work);
  const asked = new Set<string>();
  let worker = await around.agentFor(repo, request.role, run, request.model);
  for (;;) {
    asked.add(worker.agent.name);
    try {
      return await runWith(worker, request, around);
    } catch (error) {
      if (!(error instanceof Postponed) || error.cause !== 'agent') throw error;
      const other = await around.agentFor(repo, request.role, run, request.model);
      if (asked.has(other.agent.name)) throw error;
      worker = other;
    }
  }
}

/** One session, with money set aside first. It is given back whatever fails: else the item waits for it for ever. */
async function runWith(worker: Worker, request: SessionRequest, around: Around): Promise<AgentResult> {
  const { run, budget, budgets } = around;
  const reserved = await budget.reserve(parseWorkId(run.work).repo, run.work, budgets, request.atOnce);
  try {
    return await recorded(worker, request, reserved.usd, around);
  } finally {
    reserved.release();
  }
}

/** Everything it says is recorded, its cost booked however it ends. */
async function recorded(
  worker: Worker,
  request: SessionRequest,
  usd: number,
  around: Around,
): Promise<AgentResult> {
  const { host, run, step, signal, emit } = around;
  const startedAt = host.clock.now();
  const who = { work: run.work, run: run.id, step, agent: worker.agent.name };
  const { role, teammate } = request;
  const id = host.random.uuid();
  await emit({ type: 'session.started', ...who, role, teammate, model: worker.model, session: id });
  const redacted = (text: string) => redact(text, host.secrets.all());
  const transcript = openTranscript(run, id, emit, redacted);
  let result: AgentResult | undefined;
  try {
    result = await runToEnd(worker.agent, agentRequest(request, worker, usd, around), transcript.note);
  } finally {
    await transcript.told();
    const finishedAt = host.clock.now();
    await bookCost(request, result, finishedAt, around);
    const stderr = redacted(result?.stderrTail ?? '');
    await keepLog({ id, request, worker, result, transcript, stderr, startedAt, finishedAt }, around);
  }
  const { sessionId, costUsd, turns, durationMs, ok } = result;
  await emit({ type: 'session.finished', ...who, sessionId, costUsd, turns, durationMs, ok });
  signal.throwIfAborted();
  if (!ok) throw failureOf(request, worker, result, host.clock.now(), redacted);
  return result;
}

function agentRequest(
  { role, prompt, cwd, access, schema, input = 'trusted' }: SessionRequest,
  { model, limits, env }: Worker,
  budgetUsd: number,
  { run, signal }: Around,
) {
  return {
    role,
    prompt,
    cwd,
    model,
    access,
    schema,
    limits: { ...limits, budgetUsd },
    env,
    tag: run.id,
    input,
    signal,
  };
}

async function bookCost(
  { role }: SessionRequest,
  result: AgentResult | undefined,
  at: number,
  { store, run, step }: Around,
): Promise<void> {
  if (result === undefined) return;
  const { costUsd: usd, model, tokens } = result;
  const { repo } = parseWorkId(run.work);
  // A subscription tells no dollars: its tokens count all the same.
  if (usd > 0 || Object.values(tokens).some((count) => count > 0))
    await store.costs.book({ repo, work: run.work, run: run.id, step, role, usd, at, model, tokens });
}

/** The row of the audit trail. */
async function keepLog(
  session: {
    id: string;
    request: SessionRequest;
    worker: Worker;
    result: AgentResult | undefined;
    transcript: Transcript;
    stderr: string;
    startedAt: number;
    finishedAt: number;
  },
  { store, run, workerId }: Around,
): Promise<void> {
  const { id, request, worker, result, transcript, stderr, startedAt, finishedAt } = session;
  const { repo, type } = parseWorkId(run.work);
  await store.sessions.add({
    id,
    repo,
    queueType: type,
    itemKey: run.work,
    workerId,
    command: `${worker.agent.name} ${worker.model} (${request.role})`,
    stdout: transcript.text(),
    stderr,
    exitCode: result?.exitCode ?? null,
    startedAt: isoTime(startedAt),
    finishedAt: isoTime(finishedAt),
    durationMs: finishedAt - startedAt,
  });
}

/** What a session that did not end well means for its run. */
function failureOf(
  { role }: SessionRequest,
  { agent }: Worker,
  result: AgentResult,
  now: number,
  redacted: (text: string) => string,
): Error {
  const { stopReason, said, costUsd, tokens, sessionId, model, durationMs } = result;
  const [text, stderrTail] = [redacted(result.text), redacted(result.stderrTail)];
  if (isRestReason(stopReason)) {
    // The agent itself does not work. Counted as failed attempts, this would end every item in the queue as skipped.
    // What it had paid before is the item's, whose own budget bounds it.
    const why = text.slice(0, 500) || stopReason;
    const said = stopReason === 'limit' ? 'rests' : 'cannot work';
    return new Postponed(
      `${agent.name} ${said}: ${why}`,
      result.resetsAt ?? now + NO_AGENT_MS,
      'agent',
      costUsd,
    );
  }
  // Somebody has to write the rule: until then this item waits, and others go on.
  if (stopReason === 'no_rule') return new Postponed(`${agent.name}: ${text}`, now + NO_RULE_MS, 'agent');
  return new AutodevError(
    stopReason === 'no_answer' ? 'no_answer' : 'agent_failed',
    `the ${role} session ended with ${stopReason}`,
    {
      why: text.slice(0, 2_000) || stderrTail.slice(-2_000),
      data: { costUsd, stopReason, said: said?.slice(0, SAID_CAP), tokens, sessionId, model, durationMs },
    },
  );
}
