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

interface Asked {
  model: string;
  prompt: string;
  schema?: unknown;
  resume?: string | undefined;
  /** The folders that must have been loaded. */
  plugins: readonly string[];
}

/** Reads `claude -p --output-format stream-json`. */
export const claudeReader = (request: Asked): Reader => new ClaudeReader(request);

class ClaudeReader implements Reader {
  readonly tally;
  readonly #request: Asked;
  readonly #calls = new Map<string, Paid>();
  readonly #speaking = new Map<string, Paid>();
  #final: Result | undefined;
  #objection: { reason: StopReason; text: string } | undefined;
  #loginLost = false;
  #resetsAt: number | undefined;
  #retrying: 'limit' | 'unreachable' | undefined;

  constructor(request: Asked) {
    this.#request = request;
    this.tally = emptyTally(request.model, request.resume ?? '');
  }

  waitsFor() {
    return this.#retrying;
  }

  objection() {
    return this.#objection;
  }

  /** --max-turns and --max-budget-usd; claude counts turns in its own way. */
  limited() {
    return false;
  }

  outcome(exit: Parameters<Reader['outcome']>[0]) {
    return claudeOutcome(exit, this.#final, {
      ...this.#request,
      loginLost: this.#loginLost,
      text: this.tally.text,
      resetsAt: this.#resetsAt,
    });
  }

  line(text: string): AgentEvent[] {
    const line = parseLine(text);
    if (line === undefined) return [];
    const isRetry = line['type'] === 'system' && line['subtype'] === 'api_retry';
    this.#retrying = isRetry ? (line['error_status'] === 429 ? 'limit' : 'unreachable') : undefined;
    const read = <T>(schema: z.ZodType<T>, then: (value: T) => AgentEvent[]): AgentEvent[] => {
      const parsed = schema.safeParse(line);
      return parsed.success ? then(parsed.data) : [];
    };
    switch (line['type']) {
      case 'system':
        if (line['subtype'] === 'init') return read(init, (value) => this.#started(value));
        return isRetry ? [retryNotice(line)] : [];
      case 'stream_event':
        return read(streamEvent, (value) => this.#streamed(value));
      case 'assistant':
        return read(message, (value) => this.#spoken(value));
      case 'user':
        return read(message, (value) => this.#answered(value));
      case 'rate_limit_event':
        return read(rateLimit, (value) => this.#limitTold(value));
      case 'result':
        return read(result, (value) => this.#finished(value));
      default:
        return [];
    }
  }

  #started(line: z.infer<typeof init>): AgentEvent[] {
    this.tally.sessionId = line.session_id;
    this.tally.model = line.model || this.tally.model;
    const problems = line.plugin_errors.map((error) => `${error.plugin}: ${error.message}`);
    const loaded = new Set(line.plugins.map((plugin) => resolve(plugin.path)));
    for (const folder of this.#request.plugins) {
      if (!loaded.has(resolve(folder))) problems.push(`${folder} was not loaded`);
    }
    if (problems.length > 0) {
      this.#objection = { reason: 'plugin_error', text: `a plugin failed to load: ${problems.join('; ')}` };
    }
    return [{ type: 'started', sessionId: this.tally.sessionId, model: this.tally.model }];
  }

  #spoken(line: z.infer<typeof message>): AgentEvent[] {
    if (line.error === 'authentication_failed') this.#loginLost = true;
    return line.message.content.flatMap((part): AgentEvent[] => {
      if (part.type === 'text' && typeof part['text'] === 'string') {
        // A sub-agent's words are not the answer of the run.
        if (!line.parent_tool_use_id) this.tally.text = part['text'];
        return [{ type: 'text', text: part['text'] }];
      }
      if (part.type !== 'tool_use') return [];
      const id = textOf(part['id']);
      this.tally.working.add(id);
      return [{ type: 'tool', id, name: textOf(part['name']), summary: summaryOf(part['input']) }];
    });
  }

  #answered(line: z.infer<typeof message>): AgentEvent[] {
    return line.message.content.flatMap((part): AgentEvent[] => {
      if (part.type !== 'tool_result') return [];
      const id = textOf(part['tool_use_id']);
      this.tally.working.delete(id);
      const content = part['content'];
      const summary = typeof content === 'string' ? clip(content) : summaryOf(content);
      return [{ type: 'tool_result', id, ok: part['is_error'] !== true, summary }];
    });
  }

  #streamed(line: z.infer<typeof streamEvent>): AgentEvent[] {
    const { event } = line;
    // Sub-agents speak at the same time, each in a stream of its own.
    const speaker = line.parent_tool_use_id ?? '';
    if (event.type === 'message_start' && event.message !== undefined) {
      const model = event.message.model || this.tally.model;
      const call = { model, tokens: tokensOf(event.message.usage) };
      this.#calls.set(event.message.id, call);
      this.#speaking.set(speaker, call);
      if (speaker === '') this.tally.turns += 1;
      this.#count();
      return [];
    }
    const last = this.#speaking.get(speaker);
    if (event.type !== 'message_delta' || event.usage === undefined || last === undefined) return [];
    last.tokens = { ...last.tokens, output: Math.max(last.tokens.output, event.usage.output_tokens ?? 0) };
    this.#count();
    return [{ type: 'usage', tokens: this.tally.tokens, costUsd: this.tally.costUsd }];
  }

  #count(): void {
    const calls = [...this.#calls.values()];
    this.tally.tokens = calls.reduce((sum, call) => addTokens(sum, call.tokens), NO_TOKENS);
    this.tally.costUsd = calls.reduce((sum, call) => sum + dollars(call.model, call.tokens).usd, 0);
  }

  #limitTold({ rate_limit_info: told }: z.infer<typeof rateLimit>): AgentEvent[] {
    const until = told.status === 'rejected' ? told.resetsAt : undefined;
    this.#resetsAt = until === undefined ? undefined : until * 1_000;
    return [];
  }

  #finished(line: Result): AgentEvent[] {
    this.#final = line;
    const { tally } = this;
    tally.turns = line.num_turns;
    // Claude's own total is the truth where it has finished: it counts calls we never see. After a signal or an
    // API error it leaves out the call that was under way, whose input is paid for all the same.
    const whole = (line.subtype === 'success' && !line.is_error) || LIMIT_REACHED[line.subtype] !== undefined;
    if (whole) tally.tokens = totalOf(line) ?? tally.tokens;
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
  }
}

const retryNotice = (line: object): AgentEvent => ({
  type: 'notice',
  text: `the model's API failed, trying again: ${clip(JSON.stringify(line))}`,
});

/** What all models of the session used together, where it is told. */
function totalOf(line: Result): Tokens | undefined {
  const models = Object.values(line.modelUsage);
  if (models.length === 0) return line.usage === undefined ? undefined : tokensOf(line.usage);
  return models.reduce(
    (sum, used) =>
      addTokens(sum, {
        input: used.inputTokens,
        output: used.outputTokens,
        cacheWrite: used.cacheCreationInputTokens,
        cacheRead: used.cacheReadInputTokens,
      }),
    NO_TOKENS,
  );
}
