import { resolve } from 'node:path';
import { z } from 'zod';
import { NO_TOKENS, addTokens, type Tokens } from '../../work/prices.ts';
import type { AgentEvent, StopReason } from '../agent.ts';
import { dollars } from '../price.ts';
import { clip, emptyTally, parseLine, summaryOf, textOf, type Outcome, type Reader } from '../reader.ts';

const count = z
  .number()
  .nullish()
  .transform((value) => value ?? 0)
  .catch(0);
const usage = z.object({
  input_tokens: count,
  output_tokens: count,
  cache_creation_input_tokens: count,
  cache_read_input_tokens: count,
});
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
const result = z.object({
  subtype: z.string(),
  is_error: z.boolean().catch(false),
  result: z.string().catch(''),
  num_turns: count,
  total_cost_usd: z.number().optional().catch(undefined),
  api_error_status: z.number().nullish().catch(null),
  terminal_reason: z.string().nullish().catch(null),
  structured_output: z.unknown().optional(),
  errors: z.array(z.string()).catch([]),
  usage: usage.optional().catch(undefined),
  modelUsage: z
    .record(
      z.string(),
      z.object({
        inputTokens: count,
        outputTokens: count,
        cacheReadInputTokens: count,
        cacheCreationInputTokens: count,
      }),
    )
    .catch({}),
  permission_denials: z
    .array(z.object({ tool_name: z.string(), tool_input: z.unknown().optional() }))
    .catch([]),
});
type Result = z.infer<typeof result>;

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
    const whole = (line.subtype === 'success' && !line.is_error) || SUBTYPES[line.subtype] !== undefined;
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
    objection: () => objection,
    // --max-turns and --max-budget-usd; claude counts turns in its own way.
    limited: () => false,
    line: (text) => {
      const line = parseLine(text);
      if (line === undefined) return [];
      const read = <T>(schema: z.ZodType<T>, then: (value: T) => AgentEvent[]): AgentEvent[] => {
        const parsed = schema.safeParse(line);
        return parsed.success ? then(parsed.data) : [];
      };
      switch (line['type']) {
        case 'system':
          if (line['subtype'] === 'init') return read(init, started);
          return line['subtype'] === 'api_retry'
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
        case 'result':
          return read(result, finished);
        default:
          return [];
      }
    },
    outcome: (exit) => claudeOutcome(exit, final, { ...request, loginLost, text: tally.text }),
  };
}

const SUBTYPES: Readonly<Record<string, StopReason>> = {
  error_max_turns: 'turn_limit',
  error_max_budget_usd: 'budget_limit',
  error_max_structured_output_retries: 'no_answer',
};

/**
 * Success is exit 0 and no error flag and subtype `success` and terminal reason `completed`; an API error says
 * "success" too, with exit 1, and an unknown slash command exits with 0 after no turn at all.
 */
function claudeOutcome(
  exit: { code: number | null; stderr: string },
  final: Result | undefined,
  run: { prompt: string; loginLost: boolean; text: string },
): Outcome {
  const said = clip(final?.result || final?.errors.join('; ') || exit.stderr || run.text, 4_000);
  if (/^no conversation found/i.test(said)) return { stopReason: 'bad_request', text: said };
  if (final === undefined) {
    return { stopReason: 'crashed', text: said || `claude ended with exit code ${exit.code} and no result` };
  }
  const known = SUBTYPES[final.subtype];
  if (known !== undefined) {
    return { stopReason: known, text: said || `claude stopped: ${final.subtype}` };
  }
  if (run.loginLost || final.api_error_status === 401 || final.api_error_status === 403) {
    return {
      stopReason: 'not_logged_in',
      text: `${said || 'claude is not logged in'}. Run \`claude\` and \`/login\` once, or set ANTHROPIC_API_KEY.`,
    };
  }
  if (final.is_error || exit.code !== 0 || final.subtype !== 'success') {
    const notLoggedIn = /please run \/login|not logged in|invalid api key/i.test(said);
    return { stopReason: notLoggedIn ? 'not_logged_in' : 'api_error', text: said };
  }
  if (final.num_turns === 0 && run.prompt.trimStart().startsWith('/')) {
    return { stopReason: 'bad_request', text: said || 'the slash command did nothing' };
  }
  if (final.terminal_reason !== 'completed') {
    return {
      stopReason: 'crashed',
      text: `claude ended early: ${final.terminal_reason ?? 'no reason given'}`,
    };
  }
  return { stopReason: 'completed', text: final.result, answer: final.structured_output };
}
