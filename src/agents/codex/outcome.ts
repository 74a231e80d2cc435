import { providerTrouble } from '../rest/provider-trouble.ts';
import { clip, type Outcome } from '../cli/reader.ts';

/** Success is exit 0 after a completed turn. */
export function codexOutcome(
  exit: { code: number | null; stderr: string },
  done: boolean,
  failed: string,
  text: string,
): Outcome {
  if (exit.code === 0 && done) return { stopReason: 'completed', text };
  const said = clip(failed || exit.stderr || `codex ended with exit code ${exit.code} and no result`, 4_000);
  if (/\b401\b|unauthorized|not logged in|missing environment variable/i.test(said)) {
    return { stopReason: 'not_logged_in', text: `${said}. Run \`codex login\`, or set OPENAI_API_KEY.` };
  }
  if (
    /no (saved|rollout|session|thread|conversation).*(found|with)|not found.*(session|thread)/i.test(said)
  ) {
    return { stopReason: 'bad_request', text: said };
  }
  if (failed === '') return { stopReason: 'crashed', text: said };
  return { stopReason: providerTrouble(statusIn(failed), failed) ?? 'api_error', text: said };
}

/** The HTTP status as codex words it. */
function statusIn(said: string): number | undefined {
  const status = /\bstatus:? (\d{3})\b/.exec(said)?.[1];
  return status === undefined ? undefined : Number(status);
}
