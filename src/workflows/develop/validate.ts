import type { Host } from '../../host/host.ts';
import { runContained } from '../../host/run-contained.ts';
import { isAutodevError } from '../../work/errors.ts';
import { argv } from './argv.ts';
import type { CheckpointPlan } from './plan.ts';
import { classify, type FailureClass } from './ralph.ts';

export interface Validated {
  ok: boolean;
  command: string;
  /** The end of what the command printed. */
  output: string;
  /** Present when it is not ok. */
  failure?: FailureClass;
}

export const VALIDATION_MS = 10 * 60_000;
const OUTPUT_CAP = 1024 * 1024;
const KEPT = 8_000;

/** Runs a checkpoint's validation: no shell, a time limit, a cap on output, and nothing it started outlives it. */
export async function validate(
  host: Host,
  cwd: string,
  validation: CheckpointPlan['validation'],
  options: { signal?: AbortSignal; timeoutMs?: number } = {},
): Promise<Validated> {
  const words = typeof validation.command === 'string' ? argv(validation.command) : validation.command;
  const [program = '', ...args] = words;
  const command = words.join(' ');
  let done;
  try {
    done = await runContained(host, program, args, {
      cwd,
      env: { ...host.env, CI: 'true' },
      timeoutMs: options.timeoutMs ?? VALIDATION_MS,
      maxOutputBytes: OUTPUT_CAP,
      signal: options.signal,
    });
  } catch (error) {
    if (!isAutodevError(error, 'not_found', 'io')) throw error;
    return { ok: false, command, output: error.message, failure: 'ENV_ISSUE' };
  }
  const text = `${done.stdout.toString('utf8')}\n${done.stderr}`.trim();
  const { wanted, holds } = expectation(validation.expected);
  const met = !done.timedOut && done.code === wanted && (holds === undefined || text.includes(holds));
  const note = done.timedOut
    ? '(took too long)'
    : done.code !== wanted
      ? `(exit code ${done.code ?? done.signal ?? '?'}, expected ${wanted})`
      : `(expected in the output: ${holds ?? ''})`;
  const output = met ? text.slice(-KEPT) : `${text.slice(-KEPT)}\n${note}`.trim();
  if (met) return { ok: true, command, output };
  return { ok: false, command, output, failure: classify({ ...done, output: text }) };
}

function expectation(expected: string | number | undefined): { wanted: number; holds?: string } {
  if (expected === undefined || expected === '') return { wanted: 0 };
  if (typeof expected === 'number') return { wanted: expected };
  const code = /^\s*exit(?: code)?\s*[:=]?\s*(\d{1,3})\s*$/i.exec(expected)?.[1];
  return code === undefined ? { wanted: 0, holds: expected } : { wanted: Number(code) };
}
