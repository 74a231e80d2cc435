import { z } from 'zod';
import type { StopReason } from '../agent.ts';
import { providerTrouble } from '../rest/provider-trouble.ts';
import { clip, type Outcome } from '../cli/reader.ts';

const count = z
  .number()
  .nullish()
  .transform((value) => value ?? 0)
  .catch(0);
export const usage = z.object({
  input_tokens: count,
  output_tokens: count,
  cache_creation_input_tokens: count,
  cache_read_input_tokens: count,
});
/** The last line of the stream. */
export const result = z.object({
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
export type Result = z.infer<typeof result>;

/** Ends that claude brings about itself, and tells the whole cost of. */
export const LIMIT_REACHED: Readonly<Record<string, StopReason>> = {
  error_max_turns: 'turn_limit',
  error_max_budget_usd: 'budget_limit',
  error_max_structured_output_retries: 'no_answer',
};

/**
 * Success is exit 0 and no error flag and subtype `success` and terminal reason `completed`; an API error says
 * "success" too, with exit 1, and an unknown slash command exits with 0 after no turn at all.
 */
export function claudeOutcome(
  exit: { code: number | null; stderr: string },
  final: Result | undefined,
  run: { prompt: string; loginLost: boolean; text: string; resetsAt: number | undefined },
): Outcome {
  const said = clip(final?.result || final?.errors.join('; ') || exit.stderr || run.text, 4_000);
  if (/^no conversation found/i.test(said)) return { stopReason: 'bad_request', text: said };
  if (final === undefined) {
    return { stopReason: 'crashed', text: said || `claude ended with exit code ${exit.code} and no result` };
  }
  const known = LIMIT_REACHED[final.subtype];
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
    if (notLoggedIn) return { stopReason: 'not_logged_in', text: said };
    const trouble = providerTrouble(final.api_error_status ?? undefined, said);
    return { stopReason: trouble ?? 'api_error', text: said, resetsAt: run.resetsAt };
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
