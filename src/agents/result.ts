import type { AgentRequest, AgentResult, StopReason } from './agent.ts';
import { checkAnswer } from './answer.ts';
import type { Call, Ended } from './cli/call.ts';
import type { Outcome } from './cli/reader.ts';
import { resetTime } from './rest/reset-time.ts';

const TEXT_CAP = 256 * 1024;

/** The result of a session, out of what the CLI said, how it ended and why we stopped it. */
export function resultOf(
  request: AgentRequest,
  call: Call,
  ended: Ended,
  stopped: StopReason | undefined,
  durationMs: number,
  told: { now: number; zone: string },
): AgentResult {
  const { tally } = call.reader;
  const outcome = outcomeOf(request, call, ended, stopped);
  const { stopReason, text } = outcome;
  const resetsAt = outcome.resetsAt ?? resetTime(text, told.now, told.zone);
  const result: AgentResult = {
    ok: stopReason === 'completed',
    stopReason,
    text: text.slice(0, TEXT_CAP),
    ...(outcome.said === undefined ? {} : { said: outcome.said.slice(0, TEXT_CAP) }),
    ...(stopReason === 'limit' && resetsAt !== undefined ? { resetsAt } : {}),
    sessionId: tally.sessionId,
    model: tally.model,
    costUsd: tally.costUsd,
    tokens: tally.tokens,
    turns: tally.turns,
    denials: tally.denials,
    durationMs,
    exitCode: ended.code,
    stderrTail: ended.stderr,
  };
  if (result.ok && request.schema !== undefined) result.structured = outcome.answer;
  return result;
}

const STOPPED: Partial<Record<StopReason, string>> = {
  cancelled: 'it was cancelled',
  wall_time: 'it took longer than allowed',
  idle: 'it gave no sign of life for too long',
  turn_limit: 'it took more turns than allowed',
  budget_limit: 'it cost more than allowed',
};

const WAITED = {
  limit: 'it waited for a limit of its provider to be over',
  unreachable: 'it waited for its provider to answer',
};

/** After we have stopped it, exit code and output mean nothing; otherwise the CLI's own account, checked. */
function outcomeOf(
  request: AgentRequest,
  { reader, refusal }: Call,
  ended: Ended,
  stopped: StopReason | undefined,
): Outcome {
  const objection = refusal ?? reader.objection();
  if (objection !== undefined) return { stopReason: objection.reason, text: objection.text };
  const waitedFor = stopped === 'idle' ? reader.waitsFor?.() : undefined;
  if (waitedFor !== undefined) return { stopReason: waitedFor, text: WAITED[waitedFor] };
  if (stopped !== undefined) return { stopReason: stopped, text: `stopped: ${STOPPED[stopped] ?? stopped}` };
  if (ended.failure !== undefined) return { stopReason: 'unavailable', text: ended.failure };
  const outcome = reader.outcome(ended);
  if (outcome.stopReason !== 'completed' || request.schema === undefined) return outcome;
  const checked = checkAnswer(request.schema, outcome.answer);
  return checked.ok
    ? { ...outcome, answer: checked.value }
    : { stopReason: 'no_answer', text: checked.problems, said: outcome.text };
}
