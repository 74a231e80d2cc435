import { NO_TOKENS } from '../../work/prices.ts';
import type { Agent, AgentEvent, AgentName, AgentRequest, AgentResult } from '../agent.ts';
import { isRestReason, type Rest, type RestBook } from './rest.ts';

/** The same agent, of which no session begins while it rests, and which rests when it could not work. */
export function withRest(agent: Agent, book: RestBook): Agent {
  return { ...agent, run: (request) => runUnlessResting(agent, book, request) };
}

async function* runUnlessResting(
  agent: Agent,
  book: RestBook,
  request: AgentRequest,
): AsyncIterable<AgentEvent> {
  const entered = await book.enter(agent.name);
  if ('refused' in entered) {
    yield { type: 'finished', result: refused(request, entered.refused) };
    return;
  }
  const { probe, leave } = entered;
  let waiting = probe;
  try {
    for await (const event of agent.run(request)) {
      if (waiting && isAnswered(event)) {
        waiting = false;
        await book.works(agent.name);
      }
      yield event.type === 'finished' ? await settled(agent.name, book, event, probe) : event;
    }
  } finally {
    await leave();
  }
}

/** A result that makes the agent rest tells how long it does. */
async function settled(
  agent: AgentName,
  book: RestBook,
  event: AgentEvent & { type: 'finished' },
  probe: boolean,
): Promise<AgentEvent> {
  const { stopReason } = event.result;
  if (!isRestReason(stopReason)) return event;
  const { until } = await book.rests(agent, { ...event.result, stopReason }, probe);
  return { ...event, result: { ...event.result, resetsAt: until } };
}

/** A text alone is no answer: claude puts an error of its API into words as if the model had said them. */
function isAnswered(event: AgentEvent): boolean {
  if (event.type === 'tool') return true;
  if (event.type === 'usage') return event.costUsd > 0 || event.tokens.input + event.tokens.output > 0;
  return event.type === 'finished' && event.result.ok;
}

function refused(request: AgentRequest, { reason, text, until }: Rest): AgentResult {
  return {
    ok: false,
    stopReason: reason,
    text,
    resetsAt: until,
    sessionId: request.resume ?? '',
    model: request.model,
    costUsd: 0,
    tokens: NO_TOKENS,
    turns: 0,
    denials: [],
    durationMs: 0,
    exitCode: null,
    stderrTail: '',
  };
}
