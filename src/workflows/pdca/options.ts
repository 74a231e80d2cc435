import { z } from 'zod';
import { language } from '../words.ts';
import { baselineGoals } from './goals/baseline.ts';
import { counters, mode } from './mode.ts';
import { checked } from './verdicts/checked.ts';

/** The id of a channel: it becomes a word of the person's own command and a part of a file's name. */
export const CHANNEL = /^[A-Za-z0-9_][A-Za-z0-9_-]{0,79}$/;
/** A search of mails: `from:…`. */
export const MAIL_QUERY = /^[a-z_]+:\S/i;
/** The time of a fetch, as a part of a file's name. */
const STAMP = /^[0-9TZ-]{1,40}$/;

/** What the mails of `--gmail` are for. */
const mailWork = z.enum(['analysis', 'drafts', 'todos', 'task']);
export type MailWork = z.infer<typeof mailWork>;

/** What a run was asked for; frozen with it. */
export const pdcaOptions = z.object({
  task: z.string(),
  feature: z.string(),
  language,
  worktree: z.boolean(),
  interactive: z.boolean(),
  opus: z.boolean(),
  eco: z.boolean(),
  dryRun: z.boolean(),
  skipAnalysis: z.boolean(),
  noIssue: z.boolean(),
  skipE2e: z.boolean(),
  strict: z.boolean(),
  custom: z.string().nullable(),
  slack: z.string().regex(CHANNEL).nullable(),
  /** A person is asked when the critic never approves: with `--interactive`, or where `on_exhausted: human` is written. */
  asksWhenExhausted: z.boolean().default(false),
  gmail: z
    .object({
      query: z.string().regex(MAIL_QUERY).nullable(),
      work: mailWork,
      stamp: z.string().regex(STAMP),
    })
    .nullable(),
});
export type PdcaOptions = z.infer<typeof pdcaOptions>;

/** Mails are read and that is all: no work on the project. */
export const isMailOnly = ({ gmail }: Pick<PdcaOptions, 'gmail'>): boolean =>
  gmail !== null && gmail.work !== 'task';

/** What a run was asked for beside its task, as the status file keeps it for another machine. */
export const keptOptions = pdcaOptions.omit({ task: true, feature: true, language: true });

/** Where a run goes on that another machine, or a lost journal, had begun. */
export const pdcaFrom = z.object({
  phase: z.int().min(1).max(5),
  mode,
  score: z.number(),
  /** Iterations of the impl-manager that count as used. */
  iteration: z.number(),
  remaining: z.array(z.string()),
  /** What a finished CHECK came to. */
  checked: checked.optional(),
  counted: counters.optional(),
  /** The goals on the tree as it was before the run. */
  baseline: baselineGoals.optional(),
});
export type PdcaFrom = z.infer<typeof pdcaFrom>;

export interface LeadInput {
  options: PdcaOptions;
  from: PdcaFrom | null;
}
