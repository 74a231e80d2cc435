import { z } from 'zod';
import { NO_TOKENS, addTokens, type Tokens } from '../../work/prices.ts';
import type { AgentEvent, AgentRequest, StopReason } from '../agent.ts';
import { jsonIn } from '../answer.ts';
import { dollars, unknownPrice } from '../price.ts';
import { clip, emptyTally, parseLine, summaryOf, textOf, type Reader } from '../cli/reader.ts';
import { geminiOutcome, result, type Result } from './outcome.ts';

/** On its standard error, before it waits; a limit with a reset time is told in milliseconds. */
const RETRY = /^Attempt \d+ failed.*?Retrying (?:with backoff|after (?<ms>\d+)ms)/;
const LONGEST_RETRY_MS = 60_000;

export interface GeminiReader extends Reader {
  /** Books what each model has used so far. */
  used(models: ReadonlyMap<string, Tokens>, turns: number): AgentEvent[];
}

/** Reads `gemini --output-format stream-json`. */
export function geminiReader(request: Pick<AgentRequest, 'model' | 'schema' | 'resume'>): GeminiReader {
  const tally = emptyTally(request.model, request.resume ?? '');
  let final: Result | undefined;
  let speaking = false;
  let priceShown = false;
  let retrying: 'limit' | 'unreachable' | undefined;
  let objection: { reason: StopReason; text: string } | undefined;

  const used = (models: ReadonlyMap<string, Tokens>, turns: number): AgentEvent[] => {
    tally.turns = Math.max(tally.turns, turns);
    tally.tokens = NO_TOKENS;
    tally.costUsd = 0;
    const notices: AgentEvent[] = [];
    for (const [model, tokens] of models) {
      const { usd, known } = dollars(model, tokens);
      tally.tokens = addTokens(tally.tokens, tokens);
      tally.costUsd += usd;
      if (known || priceShown) continue;
      priceShown = true;
      notices.push({ type: 'notice', text: unknownPrice(model) });
    }
    return [...notices, { type: 'usage', tokens: tally.tokens, costUsd: tally.costUsd }];
  };

  const finished = (line: Result): AgentEvent[] => {
    final = line;
    tally.working.clear();
    const models = Object.entries(line.stats?.models ?? {}).map(([model, stats]): [string, Tokens] => [
      model,
      {
        ...NO_TOKENS,
        input: Math.max(0, stats.input_tokens - stats.cached),
        output: stats.output_tokens,
        cacheRead: stats.cached,
      },
    ]);
    return models.length === 0 ? [] : used(new Map(models), 1);
  };

  return {
    tally,
    used,
    objection: () => objection,
    waitsFor: () => retrying,
    complaint: (text) => {
      const told = RETRY.exec(text);
      if (told === null) return;
      retrying = /\b5\d\d\b/.test(text) ? 'unreachable' : 'limit';
      // It would sit there and wait for hours.
      if (Number(told.groups?.['ms'] ?? 0) > LONGEST_RETRY_MS) objection = { reason: 'limit', text };
    },
    limited: () => final === undefined,
    line: (text) => {
      const line = parseLine(text);
      if (line !== undefined) retrying = undefined;
      switch (line?.['type']) {
        case 'init':
          tally.sessionId = textOf(line['session_id']);
          tally.model = typeof line['model'] === 'string' ? line['model'] : tally.model;
          return [{ type: 'started', sessionId: tally.sessionId, model: tally.model }];
        case 'message': {
          if (line['role'] !== 'assistant' || typeof line['content'] !== 'string') return [];
          // Pieces of one message; a tool call ends it.
          tally.text = speaking && line['delta'] === true ? tally.text + line['content'] : line['content'];
          speaking = true;
          return [{ type: 'text', text: line['content'] }];
        }
        case 'tool_use': {
          speaking = false;
          const id = textOf(line['tool_id']);
          tally.working.add(id);
          const summary = summaryOf(line['parameters']);
          return [{ type: 'tool', id, name: textOf(line['tool_name']), summary }];
        }
        case 'tool_result': {
          const id = textOf(line['tool_id']);
          tally.working.delete(id);
          return toolResult(id, line, tally.denials);
        }
        case 'error':
          return [{ type: 'notice', text: clip(textOf(line['message']), 1_000) }];
        case 'result': {
          const parsed = result.safeParse(line);
          return parsed.success ? finished(parsed.data) : [];
        }
        default:
          return [];
      }
    },
    outcome: (exit) => {
      const outcome = geminiOutcome(exit, final, tally.text);
      if (outcome.stopReason !== 'completed' || request.schema === undefined) return outcome;
      return { ...outcome, answer: jsonIn(tally.text) };
    },
  };
}

const DENIED = new Set(['policy_violation', 'tool_not_registered']);

function toolResult(
  id: string,
  line: Record<string, unknown>,
  denials: { tool: string; reason: string }[],
): AgentEvent[] {
  const error = z
    .looseObject({ type: z.string().catch(''), message: z.string().catch('') })
    .safeParse(line['error']);
  const summary = error.success ? clip(error.data.message) : clip(textOf(line['output']));
  const events: AgentEvent[] = [{ type: 'tool_result', id, ok: line['status'] === 'success', summary }];
  if (error.success && DENIED.has(error.data.type)) {
    const denial = { tool: id.split('__')[0] ?? id, reason: summary };
    denials.push(denial);
    events.unshift({ type: 'denied', ...denial });
  }
  return events;
}
