import { AutodevError, messageOf, type ErrorCode } from '../../../work/errors.ts';

/** An HTTP answer that Octokit turned into an error, as far as we need it. */
export interface ForgeResponse {
  status: number;
  headers: Readonly<Record<string, string | number | undefined>>;
  data: unknown;
}

/** What Octokit throws: with a response when the forge said no, without one when there was no answer. */
interface OctokitError extends Error {
  status: number;
  response?: ForgeResponse;
}

export function answerIn(error: unknown): ForgeResponse | undefined {
  return isOctokitError(error) ? error.response : undefined;
}

function isOctokitError(error: unknown): error is OctokitError {
  return error instanceof Error && 'status' in error && typeof error.status === 'number';
}

const CODES: Record<number, ErrorCode> = {
  401: 'forge_unauthorized',
  403: 'forge_forbidden',
  404: 'forge_not_found',
  405: 'forge_conflict',
  409: 'forge_conflict',
  410: 'forge_not_found',
  422: 'forge_rejected',
};

const HINTS: Partial<Record<ErrorCode, string>> = {
  forge_unauthorized: 'check the token: it is unknown to the forge or has expired',
  forge_forbidden: 'the token lacks a permission for this; `autodev doctor` says which are needed',
  forge_not_found: 'a repository that the token may not see looks like a missing one',
};

/** The forge said no. */
export function refusal(request: string, answer: ForgeResponse): AutodevError {
  const { message, errors } = saidBy(answer.data);
  const code = CODES[answer.status] ?? (answer.status >= 500 ? 'forge_unavailable' : 'forge_rejected');
  return new AutodevError(code, `the forge refused ${request}: ${answer.status} ${message}`.trim(), {
    why: errors === undefined ? undefined : JSON.stringify(errors),
    hint: HINTS[code],
    data: { status: answer.status, message, ...(errors === undefined ? {} : { errors }) },
  });
}

function saidBy(data: unknown): { message: string; errors?: unknown } {
  if (typeof data !== 'object' || data === null) return { message: '' };
  const message = 'message' in data && typeof data.message === 'string' ? data.message : '';
  return { message, ...('errors' in data ? { errors: data.errors } : {}) };
}

/** Nothing of the request left this machine, so nothing can have happened. */
const NEVER_SENT =
  /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|CERT_|ERR_TLS|UND_ERR_CONNECT_TIMEOUT/;

/** There was no (usable) answer. For a write this is where nobody knows what happened. */
export function silence(request: string, error: unknown, write: boolean): AutodevError {
  const reason = reasonOf(error);
  const outcome = !write ? 'none' : NEVER_SENT.test(reason) ? 'not_sent' : 'unknown';
  return new AutodevError('forge_unavailable', `no answer from the forge to ${request}`, {
    why: reason,
    hint:
      outcome === 'unknown'
        ? 'it may or may not have been done; look before doing it again'
        : 'check the network and github.api_url, or try again when the forge is back',
    cause: error,
    data: { outcome },
  });
}

function reasonOf(error: unknown): string {
  const parts: string[] = [];
  for (let at: unknown = error; at instanceof Error && parts.length < 4; at = at.cause) {
    parts.push('code' in at && typeof at.code === 'string' ? `${at.code} ${at.message}` : at.message);
  }
  return parts.length === 0 ? messageOf(error) : [...new Set(parts)].join(': ');
}
