/**
 * The one error people and programs see. `code` is for programs and decides the exit code;
 * `message` says what happened, `why` what led to it, `hint` what to do about it.
 */
export type ErrorCode =
  | 'failed'
  | 'usage'
  | 'invalid_config'
  | 'invalid_input'
  | 'not_found'
  | 'gate_closed'
  | 'refused'
  | 'budget'
  | 'interrupted'
  | 'forge_unauthorized'
  | 'forge_forbidden'
  | 'forge_not_found'
  | 'forge_conflict'
  | 'forge_rejected'
  | 'forge_limited'
  | 'forge_unavailable'
  | 'agent_missing'
  | 'agent_failed'
  | 'agent_timeout'
  | 'no_answer'
  | 'git_failed'
  | 'store_newer'
  | 'store_broken'
  | 'store_unavailable'
  | 'already_running'
  | 'io';

const EXIT: Partial<Record<ErrorCode, number>> = {
  usage: 2,
  invalid_config: 3,
  invalid_input: 3,
  not_found: 4,
  forge_not_found: 4,
  gate_closed: 5,
  budget: 6,
  interrupted: 130,
};

export interface ErrorDetails {
  why?: string | undefined;
  hint?: string | undefined;
  cause?: unknown;
  /** Facts for programs (`--json`): status, path, line … */
  data?: Record<string, unknown> | undefined;
}

export class AutodevError extends Error {
  readonly code: ErrorCode;
  readonly why: string | undefined;
  readonly hint: string | undefined;
  readonly data: Record<string, unknown> | undefined;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'AutodevError';
    this.code = code;
    this.why = details.why;
    this.hint = details.hint;
    this.data = details.data;
  }
}

export function isAutodevError(error: unknown, ...codes: ErrorCode[]): error is AutodevError {
  return error instanceof AutodevError && (codes.length === 0 || codes.includes(error.code));
}

/** The forge's answer about one thing, which others have nothing to do with; not an outage, a limit or our login. */
export function isRefusal(error: unknown): error is AutodevError {
  return isAutodevError(error, 'forge_forbidden', 'forge_not_found', 'forge_conflict', 'forge_rejected');
}

/** The exit code of the command line for any thrown value. Only this function knows the mapping. */
export function exitCodeOf(error: unknown): number {
  return error instanceof AutodevError ? (EXIT[error.code] ?? 1) : 1;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
