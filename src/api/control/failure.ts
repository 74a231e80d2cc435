import { AutodevError, type ErrorCode } from '../../work/errors.ts';

/** An error as it goes over the wire; the client throws it again as if it had happened here. */
export interface Failure {
  error: { code: ErrorCode; message: string; why?: string; hint?: string; data?: Record<string, unknown> };
}

export function failureOf(error: AutodevError): Failure {
  const { code, message, why, hint, data } = error;
  return {
    error: {
      code,
      message,
      ...(why === undefined ? {} : { why }),
      ...(hint === undefined ? {} : { hint }),
      ...(data === undefined ? {} : { data }),
    },
  };
}

export function errorFrom(told: unknown): AutodevError {
  const { error } = (told ?? {}) as Partial<Failure>;
  if (error === undefined) return new AutodevError('failed', 'the daemon refused without saying why');
  const { code, message, ...details } = error;
  return new AutodevError(code, message, details);
}
