import { z } from 'zod';
import type { AgentEvent, AgentRequest } from '../agent.ts';
import { jsonIn } from '../answer.ts';
import { dollars, unknownPrice } from '../price.ts';
import { clip, emptyTally, parseLine, summaryOf, textOf, type Reader } from '../cli/reader.ts';
import { codexOutcome } from './outcome.ts';
import { withoutNulls } from './schema.ts';

const count = z.number().catch(0).default(0);
export const usage = z.object({
  input_tokens: count,
  cached_input_tokens: count,
  cache_write_input_tokens: count,
  output_tokens: count,
});
export type Usage = z.infer<typeof usage>;

const item = z.looseObject({ id: z.string().catch(''), type: z.string(), status: z.string().catch('') });
type Item = z.infer<typeof item>;
const failure = z.looseObject({ message: z.string().catch('') });

export interface CodexReader extends Reader {
  /** Books what the session has used so far. */
  used(total: Usage, turns: number): AgentEvent[];
}

/** Reads `codex exec --json`. */
export function codexReader(request: Pick<AgentRequest, 'model' | 'schema' | 'resume'>): CodexReader {
  const tally = emptyTally(request.model, request.resume ?? '');
  let done = false;
  let failed = '';
  let priceShown = false;
  let retrying: 'limit' | 'unreachable' | undefined;

  const used = (total: Usage, turns: number): AgentEvent[] => {
    tally.tokens = {
      // Codex counts what was read from the cache as input too.
      input: Math.max(0, total.input_tokens - total.cached_input_tokens - total.cache_write_input_tokens),
      output: total.output_tokens,
      cacheWrite: total.cache_write_input_tokens,
      cacheRead: total.cached_input_tokens,
    };
    const { usd, known } = dollars(tally.model, tally.tokens);
    tally.costUsd = usd;
    tally.turns = Math.max(tally.turns, turns);
    const notice: AgentEvent[] =
      known || priceShown ? [] : [{ type: 'notice', text: unknownPrice(tally.model) }];
    priceShown = true;
    return [...notice, { type: 'usage', tokens: tally.tokens, costUsd: usd }];
  };

  const itemStarted = (it: Item): AgentEvent[] => {
    const name = TOOLS[it.type];
    if (name === undefined) return [];
    tally.working.add(it.id);
    return [{ type: 'tool', id: it.id, name, summary: toolSummary(it) }];
  };

  const itemCompleted = (it: Item): AgentEvent[] => {
    if (it.type === 'agent_message') {
      tally.text = typeof it['text'] === 'string' ? it['text'] : '';
      return [{ type: 'text', text: tally.text }];
    }
    // Appears in good runs too, for example when the model has no metadata.
    if (it.type === 'error') return [{ type: 'notice', text: clip(textOf(it['message']), 500) }];
    const name = TOOLS[it.type];
    if (name === undefined) return [];
    const begun: AgentEvent[] = tally.working.delete(it.id)
      ? []
      : [{ type: 'tool', id: it.id, name, summary: toolSummary(it) }];
    const ok = it.status !== 'failed' && it.status !== 'declined';
    const declined: AgentEvent[] = [];
    if (it.status === 'declined') {
      const denial = { tool: name, reason: `not permitted: ${toolSummary(it)}` };
      tally.denials.push(denial);
      declined.push({ type: 'denied', ...denial });
    }
    const output = it['aggregated_output'];
    const summary = typeof output === 'string' ? clip(output) : it.status;
    return [...begun, ...declined, { type: 'tool_result', id: it.id, ok, summary }];
  };

  return {
    tally,
    used,
    waitsFor: () => retrying,
    objection: () => undefined,
    limited: () => !done,
    line: (text) => {
      const line = parseLine(text);
      if (line !== undefined) retrying = undefined;
      switch (line?.['type']) {
        case 'thread.started':
          tally.sessionId = textOf(line['thread_id']);
          return [{ type: 'started', sessionId: tally.sessionId, model: tally.model }];
        case 'item.started': {
          const parsed = item.safeParse(line['item']);
          return parsed.success ? itemStarted(parsed.data) : [];
        }
        case 'item.completed': {
          const parsed = item.safeParse(line['item']);
          return parsed.success ? itemCompleted(parsed.data) : [];
        }
        case 'turn.completed': {
          done = true;
          tally.working.clear();
          tally.turns = Math.max(1, tally.turns);
          return [];
        }
        case 'turn.failed':
          failed = failure.catch({ message: '' }).parse(line['error']).message || 'the turn failed';
          return [];
        case 'error': {
          // Announces retries ("Reconnecting… 1/5") as well as the last failure; turn.failed tells which.
          const message = clip(textOf(line['message']), 1_000);
          if (/^reconnecting/i.test(message)) retrying = /\b429\b/.test(message) ? 'limit' : 'unreachable';
          return [{ type: 'notice', text: message }];
        }
        default:
          return [];
      }
    },
    outcome: (exit) => {
      const outcome = codexOutcome(exit, done, failed, tally.text);
      if (outcome.stopReason !== 'completed' || request.schema === undefined) return outcome;
      return { ...outcome, answer: withoutNulls(jsonIn(tally.text), request.schema.json) };
    },
  };
}

const TOOLS: Readonly<Record<string, string>> = {
  command_execution: 'Bash',
  file_change: 'Edit',
  mcp_tool_call: 'MCP',
  web_search: 'WebSearch',
  collab_tool_call: 'Agent',
};

function toolSummary(it: Item): string {
  const changes = it['changes'];
  if (Array.isArray(changes)) return clip(changes.map((change) => summaryOf(change)).join(', '));
  if (typeof it['tool'] === 'string') return clip(`${textOf(it['server'])} ${it['tool']}`);
  return summaryOf(it['command'] ?? it['query'] ?? it);
}
