import { z } from 'zod';
import { readText } from '../../host/fs/files.ts';
import { AutodevError, messageOf } from '../../work/errors.ts';
import { ROLES, type Role } from '../../work/roles.ts';
import type { AgentRequest, StopReason } from '../agent.ts';

/** What the scripted agent does when a rule matches. Paths are relative to the working directory. */
export type Step =
  | { do: 'write'; path: string; text: string; executable?: boolean | undefined }
  | { do: 'replace'; path: string; from: string; to: string }
  | { do: 'delete'; path: string }
  | { do: 'run'; command: string[] }
  | { do: 'say'; text: string }
  | { do: 'answer'; value: unknown }
  | {
      do: 'cost';
      usd: number;
      tokens?: { input?: number | undefined; output?: number | undefined } | undefined;
    }
  | { do: 'wait'; ms: number }
  | {
      do: 'fail';
      reason: StopReason;
      text?: string | undefined;
      /** With `limit`: how long it lasts from now, as a provider would say it. */
      resets_in_secs?: number | undefined;
    }
  | { do: 'hang' };

/** What a rule can look at. */
export interface Facts {
  prompt: string;
  role: Role;
  model: string;
  access: AgentRequest['access'];
  input: AgentRequest['input'];
  cwd: string;
  /** Name of the schema the answer must fit, or the empty string. */
  schema: string;
  resumed: boolean;
  /** Runs of this agent before this one, in this and (with a sessions log) in earlier processes. */
  runs: number;
  /** How often this rule was used before: anywhere, and in this working directory. */
  used: number;
  usedHere: number;
}

/** Every given condition must hold. */
export interface Conditions {
  prompt?: RegExp | undefined;
  not?: RegExp | undefined;
  role?: Role | undefined;
  model?: RegExp | undefined;
  access?: AgentRequest['access'] | undefined;
  schema?: string | undefined;
  resumed?: boolean | undefined;
}

export interface Rule {
  name?: string | undefined;
  when: RegExp | Conditions | ((facts: Facts) => boolean);
  /** The rule no longer matches after this many uses, counted per working directory with `perFolder`. */
  times?: number | undefined;
  perFolder?: boolean | undefined;
  /** `{{1}}`, `{{name}}` in any text stand for the groups of the prompt's match. */
  steps: readonly Step[] | ((facts: Facts) => readonly Step[]);
}

/** The first rule that matches is used. */
export type Script = readonly Rule[];

const REASONS = [
  'completed',
  'no_answer',
  'turn_limit',
  'budget_limit',
  'wall_time',
  'idle',
  'cancelled',
  'api_error',
  'not_logged_in',
  'limit',
  'unreachable',
  'unavailable',
  'plugin_error',
  'bad_request',
  'no_rule',
  'crashed',
] as const satisfies readonly StopReason[];

const tokens = z.strictObject({ input: z.number().optional(), output: z.number().optional() });
const step = z.discriminatedUnion('do', [
  z.strictObject({
    do: z.literal('write'),
    path: z.string(),
    text: z.string(),
    executable: z.boolean().optional(),
  }),
  z.strictObject({ do: z.literal('replace'), path: z.string(), from: z.string().min(1), to: z.string() }),
  z.strictObject({ do: z.literal('delete'), path: z.string() }),
  z.strictObject({ do: z.literal('run'), command: z.array(z.string()).min(1) }),
  z.strictObject({ do: z.literal('say'), text: z.string() }),
  z.strictObject({ do: z.literal('answer'), value: z.unknown() }),
  z.strictObject({ do: z.literal('cost'), usd: z.number().min(0), tokens: tokens.optional() }),
  z.strictObject({ do: z.literal('wait'), ms: z.number().min(0) }),
  z.strictObject({
    do: z.literal('fail'),
    reason: z.enum(REASONS),
    text: z.string().optional(),
    resets_in_secs: z.number().optional(),
  }),
  z.strictObject({ do: z.literal('hang') }),
]);

const pattern = z.string().transform((source, context) => {
  try {
    return new RegExp(source, 's');
  } catch (error) {
    context.addIssue({ code: 'custom', message: messageOf(error) });
    return z.NEVER;
  }
});

const conditions = z.strictObject({
  prompt: pattern.optional(),
  not: pattern.optional(),
  role: z.enum(ROLES).optional(),
  model: pattern.optional(),
  access: z.enum(['read', 'write']).optional(),
  schema: z.string().optional(),
  resumed: z.boolean().optional(),
});

const script = z.strictObject({
  rules: z.array(
    z.strictObject({
      name: z.string().optional(),
      when: z.union([pattern, conditions]),
      times: z.number().int().min(1).optional(),
      perFolder: z.boolean().optional(),
      steps: z.array(step),
    }),
  ),
});

/** A script from a JSON file (`{"rules": […]}`, regular expressions as strings), for a process of its own. */
export async function loadScript(path: string): Promise<Script> {
  let data: unknown;
  try {
    data = JSON.parse(await readText(path));
  } catch (error) {
    throw new AutodevError('invalid_input', `cannot read the script ${path}`, {
      why: messageOf(error),
      cause: error,
    });
  }
  const parsed = script.safeParse(data);
  if (!parsed.success) {
    throw new AutodevError('invalid_input', `${path} is not a script`, {
      why: z.prettifyError(parsed.error),
    });
  }
  return parsed.data.rules;
}
