import { z } from 'zod';
import type { Host } from '../../../host/host.ts';
import { runSandboxed } from '../../../host/sandbox/run.ts';
import { isAutodevError } from '../../../work/errors.ts';
import { notAllowed } from './allowed-command.ts';
import { argv } from './argv.ts';
import type { CheckpointPlan } from './plan.ts';
import { readProject } from './project.ts';
import { classify, FAILURES } from './ralph.ts';

export const validated = z.object({
  ok: z.boolean(),
  command: z.string(),
  /** The end of what the command printed. */
  output: z.string(),
  /** Present when it is not ok. */
  failure: z.exactOptional(z.enum(FAILURES)),
});
export type Validated = z.infer<typeof validated>;

export const VALIDATION_MS = 10 * 60_000;
const OUTPUT_CAP = 1024 * 1024;
const KEPT = 8_000;

export interface ValidateOptions {
  signal?: AbortSignal;
  timeoutMs?: number;
  checks?: readonly (readonly string[])[];
  /** The words before the command that keep it to what the phase leaves open. */
  through?: readonly string[];
  /** AUTODEV_HOME for these. */
  home?: string;
  /** Files and tests that the plan names: a module of theirs that is missing is not written yet. */
  planned?: readonly string[];
}

/** Runs a checkpoint's validation, which a model named: a tool of the project, no shell, a time limit, a cap on output, and nothing it started outlives it. */
export async function validate(
  host: Host,
  cwd: string,
  validation: CheckpointPlan['validation'],
  options: ValidateOptions = {},
): Promise<Validated> {
  const words = typeof validation.command === 'string' ? argv(validation.command) : validation.command;
  const [program = '', ...args] = [...(options.through ?? []), ...words];
  const command = words.join(' ');
  const why = await notAllowed(cwd, words, options.checks ?? []);
  if (why !== undefined)
    return { ok: false, command, output: `autodev does not run this: ${why}`, failure: 'ENV_ISSUE' };
  let done;
  try {
    done = await runSandboxed(host, program, args, {
      cwd,
      env: { ...host.env, CI: 'true', ...(options.home === undefined ? {} : { AUTODEV_HOME: options.home }) },
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
  const project = await readProject(cwd, options.planned ?? []);
  return { ok: false, command, output, failure: classify({ ...done, output: text }, project) };
}

function expectation(expected: string | number | undefined): { wanted: number; holds?: string } {
  if (expected === undefined || expected === '') return { wanted: 0 };
  if (typeof expected === 'number') return { wanted: expected };
  const code = /^\s*exit(?: code)?\s*[:=]?\s*(\d{1,3})\s*$/i.exec(expected)?.[1];
  return code === undefined ? { wanted: 0, holds: expected } : { wanted: Number(code) };
}
