import type { Agent, AgentEvent, AgentRequest, AgentResult, StopReason } from './agent.ts';
import { addUse, isSpent, limitsLeft, untilFinished } from './rest/tries.ts';

/** A run that was asked for an answer and gave none, or a wrong one, is asked once more; then it has failed. */
export function withRepair(agent: Agent, resumes: (request: AgentRequest) => boolean = () => true): Agent {
  return { ...agent, run: (request) => runWithRepair(agent, request, resumes(request)) };
}

async function* runWithRepair(
  agent: Agent,
  request: AgentRequest,
  resumes: boolean,
): AsyncIterable<AgentEvent> {
  const first = yield* untilFinished(agent.run(request));
  const again = first === undefined ? undefined : repairRequest(request, first, resumes);
  if (first === undefined || again === undefined) {
    if (first !== undefined) yield { type: 'finished', result: first };
    return;
  }
  yield { type: 'notice', text: `asking once more for an answer: ${first.text}` };
  const second = yield* untilFinished(agent.run(again));
  yield { type: 'finished', result: second === undefined ? first : together(first, second) };
}

/** The second try within what is left of the limits, or undefined when there is nothing to repair or to spend. */
function repairRequest(
  request: AgentRequest,
  first: AgentResult,
  resumes: boolean,
): AgentRequest | undefined {
  const { schema, limits } = request;
  if (schema === undefined || first.stopReason !== 'no_answer' || request.signal?.aborted) return undefined;
  const left = limitsLeft(limits, first);
  if (isSpent(left)) return undefined;
  const resume = !resumes || first.sessionId === '' ? undefined : first.sessionId;
  const question = repairPrompt(schema.name, first.text, schema.json);
  return {
    ...request,
    limits: left,
    // The work is done; only the answer is missing.
    access: 'read',
    resume,
    prompt: resume === undefined ? `${request.prompt}\n\n${question}` : question,
  };
}

export function repairPrompt(name: string, problems: string, json: Record<string, unknown>): string {
  return [
    `[autodev] Your last turn did not end with a valid answer: ${problems}`,
    `Answer again, now, with one JSON object of the form "${name}". Change no files. It must fit this JSON Schema:`,
    JSON.stringify(json),
  ].join('\n\n');
}

const KEPT: readonly StopReason[] = ['cancelled', 'limit', 'unreachable', 'not_logged_in', 'unavailable'];

function together(first: AgentResult, second: AgentResult): AgentResult {
  return {
    ...addUse(first, second),
    sessionId: second.sessionId || first.sessionId,
    // Whatever kept the second try from answering, the run as a whole is one without an answer,
    // unless somebody stopped it or the agent could not work at all.
    stopReason: second.ok || KEPT.includes(second.stopReason) ? second.stopReason : 'no_answer',
    text: second.ok ? second.text : `${first.text}\nasked once more: ${second.text}`,
    ...(second.ok ? {} : { said: first.said || second.said }),
  };
}
