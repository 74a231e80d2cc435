import { resolve } from 'node:path';
import { z } from 'zod';
import { NO_TOKENS, addTokens, type Tokens } from '../../work/prices.ts';
import type { AgentEvent, StopReason } from '../agent.ts';
import { dollars } from '../price.ts';
import { clip, emptyTally, parseLine, summaryOf, textOf, type Reader } from '../cli/reader.ts';
import { LIMIT_REACHED, claudeOutcome, result, usage, type Result } from './outcome.ts';

const init = z.object({
  session_id: z.string(),
  model: z.string().catch(''),
  plugins: z.array(z.object({ name: z.string(), path: z.string().catch('') })).catch([]),
  plugin_errors: z.array(z.object({ plugin: z.string().catch(''), message: z.string().catch('') })).catch([]),
});
const block = z.looseObject({ type: z.string() });
const message = z.object({
  parent_tool_use_id: z.string().nullish(),
  error: z.string().nullish().catch(null),
  message: z.object({
    id: z.string().catch(''),
    model: z.string().catch(''),
    content: z.array(block).catch([]),
  }),
});
const streamEvent = z.object({
  parent_tool_use_id: z.string().nullish(),
  event: z.looseObject({
    type: z.string(),
    message: z
      .object({ id: z.string(), model: z.string().catch(''), usage })
      .optional()
      .catch(undefined),
    usage: usage.partial().optional().catch(undefined),
  }),
});

/** Told to subscribers: which limit there is, and when it is over, in seconds. */
const rateLimit = z.object({
  rate_limit_info: z.object({
    status: z.string(),
    resetsAt: z.number().positive().optional().catch(undefined),
  }),
});

interface Paid {
  model: string;
  tokens: Tokens;
}

const tokensOf = (value: z.infer<typeof usage>): Tokens => ({
  input: value.input_tokens,
  output: value.output_tokens,
  cacheWrite: value.cache_creation_input_tokens,
  cacheRead: value.cache_read_input_tokens,
});

/** Reads `claude -p --output-format stream-json`. `plugins` are the folders that must have been loaded. */
export function claudeReader(request: {
  model: string;
  prompt: string;
  schema?: unknown;
  resume?: string | undefined;
  plugins: readonly string[];
}): Reader {
  const tally = emptyTally(request.model, request.resume ?? '');
  const calls = new Map<string, Paid>();
  const speaking = new Map<string, Paid>();
  let final: Result | undefined;
  let objection: { reason: StopReason; text: string } | undefined;
  let loginLost = false;
  let resetsAt: number | undefined;
  let retrying: 'limit' | 'unreachable' | undefined;

  const count = () => {
    tally.tokens = [...calls.values()].reduce((sum, call) => addTokens(sum, call.tokens), NO_TOKENS);
    tally.costUsd = [...calls.values()].reduce((sum, call) => sum + dollars(call.model, call.tokens).usd, 0);
  };

  const started = (line: z.infer<typeof init>): AgentEvent[] => {
    tally.sessionId = line.session_id;
    tally.model = line.model || tally.model;
    const problems = line.plugin_errors.map((error) => `${error.plugin}: ${error.message}`);
    const loaded = new Set(line.plugins.map((plugin) => resolve(plugin.path)));
    for (const folder of request.plugins) {
      if (!loaded.has(resolve(folder))) problems.push(`${folder} was not loaded`);
    }
    if (problems.length > 0) {
      objection = { reason: 'plugin_error', text: `a plugin failed to load: ${problems.join('; ')}` };
    }
    return [{ type: 'started', sessionId: tally.sessionId, model: tally.model }];
  };

  const spoken = (line: z.infer<typeof message>): AgentEvent[] => {
    if (line.error === 'authentication_failed') loginLost = true;
    return line.message.content.flatMap((part): AgentEvent[] => {
      if (part.type === 'text' && typeof part['text'] === 'string') {
        // A sub-agent's words are not the answer of the run.
        if (!line.parent_tool_use_id) tally.text = part['text'];
        return [{ type: 'text', text: part['text'] }];
      }
      if (part.type !== 'tool_use') return [];
      const id = textOf(part['id']);
      tally.working.add(id);
      return [{ type: 'tool', id, name: textOf(part['name']), summary: summaryOf(part['input']) }];
    });
  };

  const answered = (line: z.infer<typeof message>): AgentEvent[] =>
    line.message.content.flatMap((part): AgentEvent[] => {
      if (part.type !== 'tool_result') return [];
      const id = textOf(part['tool_use_id']);
      tally.working.delete(id);
      const content = part['content'];
      const summary = typeof content === 'string' ? clip(content) : summaryOf(content);
      return [{ type: 'tool_result', id, ok: part['is_error'] !== true, summary }];
    });

  const streamed = (line: z.infer<typeof streamEvent>): AgentEvent[] => {
    const { event } = line;
    // Sub-agents speak at the same time, each in a stream of its own.
    const speaker = line.parent_tool_use_id ?? '';
    if (event.type === 'message_start' && event.message !== undefined) {
      const call = { model: event.message.model || tally.model, tokens: tokensOf(event.message.usage) };
      calls.set(event.message.id, call);
      speaking.set(speaker, call);
      if (speaker === '') tally.turns += 1;
    } else if (event.type === 'message_delta' && event.usage !== undefined) {
      const last = speaking.get(speaker);
      if (last === undefined) return [];
      last.tokens = { ...last.tokens, output: Math.max(last.tokens.output, event.usage.output_tokens ?? 0) };
    } else return [];
    count();
    return event.type === 'message_delta'
      ? [{ type: 'usage', tokens: tally.tokens, costUsd: tally.costUsd }]
      : [];
  };

  const finished = (line: Result): AgentEvent[] => {
    final = line;
    tally.turns = line.num_turns;
    // Claude's own total is the truth where it has finished: it counts calls we never see. After a signal or an
    // API error it leaves out the call that was under way, whose input is paid for all the same.
    const whole = (line.subtype === 'success' && !line.is_error) || LIMIT_REACHED[line.subtype] !== undefined;
    const models = Object.values(line.modelUsage);
    if (whole && models.length > 0) {
      tally.tokens = models.reduce(
        (sum, used) =>
          addTokens(sum, {
            input: used.inputTokens,
            output: used.outputTokens,
            cacheWrite: used.cacheCreationInputTokens,
            cacheRead: used.cacheReadInputTokens,
          }),
        NO_TOKENS,
      );
    } else if (whole && line.usage !== undefined) tally.tokens = tokensOf(line.usage);
    const total = line.total_cost_usd ?? tally.costUsd;
    tally.costUsd = whole ? total : Math.max(total, tally.costUsd);
    const denied = line.permission_denials.map((denial) => ({
      tool: denial.tool_name,
      reason: `not permitted: ${summaryOf(denial.tool_input)}`,
    }));
    tally.denials.push(...denied);
    return [
      ...denied.map((denial) => ({ type: 'denied' as const, ...denial })),
      { type: 'usage', tokens: tally.tokens, costUsd: tally.costUsd },
    ];
  };

  return {
    tally,
    waitsFor: () => retrying,
    objection: () => objection,
    // --max-turns and --max-budget-usd; claude counts turns in its own way.
    limited: () => false,
    line: (text) => {
      const line = parseLine(text);
      if (line === undefined) return [];
      const isRetry = line['type'] === 'system' && line['subtype'] === 'api_retry';
      retrying = isRetry ? (line['error_status'] === 429 ? 'limit' : 'unreachable') : undefined;
      const read = <T>(schema: z.ZodType<T>, then: (value: T) => AgentEvent[]): AgentEvent[] => {
        const parsed = schema.safeParse(line);
        return parsed.success ? then(parsed.data) : [];
      };
      switch (line['type']) {
        case 'system':
          if (line['subtype'] === 'init') return read(init, started);
          return isRetry
            ? [
                {
                  type: 'notice',
                  text: `the model's API failed, trying again: ${clip(JSON.stringify(line))}`,
                },
              ]
            : [];
        case 'stream_event':
          return read(streamEvent, streamed);
        case 'assistant':
          return read(message, spoken);
        case 'user':
          return read(message, answered);
        case 'rate_limit_event':
          return read(rateLimit, ({ rate_limit_info: told }) => {
            resetsAt =
              told.status === 'rejected' && told.resetsAt !== undefined ? told.resetsAt * 1_000 : undefined;
            return [];
          });
        case 'result':
          return read(result, finished);
        default:
          return [];
      }
    },
    outcome: (exit) => claudeOutcome(exit, final, { ...request, loginLost, text: tally.text, resetsAt }),
  };
}
