import { z } from 'zod';
import { providerTrouble } from '../rest/provider-trouble.ts';
import { clip, type Outcome } from '../cli/reader.ts';

const count = z.number().catch(0).default(0);
const modelStats = z.object({ input_tokens: count, output_tokens: count, cached: count });
/** The last line of the stream. */
export const result = z.object({
  status: z.string(),
  error: z.looseObject({ type: z.string().catch(''), message: z.string().catch('') }).optional(),
  stats: z
    .object({ models: z.record(z.string(), modelStats).catch({}) })
    .optional()
    .catch(undefined),
});
export type Result = z.infer<typeof result>;

const STATUSES = [429, 500, 502, 503, 504, 529];

/** Errors are JSON on stderr (or in the result); other exit codes are an HTTP status modulo 256. */
export function geminiOutcome(
  exit: { code: number | null; stderr: string },
  final: Result | undefined,
  text: string,
): Outcome {
  if (exit.code === 0 && final?.status === 'success') return { stopReason: 'completed', text };
  const said = clip(
    final?.error?.message || exit.stderr || `gemini ended with exit code ${exit.code} and no result`,
    4_000,
  );
  switch (exit.code) {
    case 41:
    case 401 & 255:
      return {
        stopReason: 'not_logged_in',
        text: `${said}. Run \`gemini\` and log in once, or set GEMINI_API_KEY.`,
      };
    case 42:
    case 52:
    case 55:
      return { stopReason: 'bad_request', text: said };
    case 53:
      return { stopReason: 'turn_limit', text: said };
    default: {
      if (final === undefined && exit.code === null) return { stopReason: 'crashed', text: said };
      const status = STATUSES.find((each) => (each & 255) === exit.code);
      return { stopReason: providerTrouble(status, final?.error?.message ?? '') ?? 'api_error', text: said };
    }
  }
}
