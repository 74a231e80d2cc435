import { z } from 'zod';
import { checkRunJson } from '../json/check.ts';
import { suiteJson } from '../json/check-suite.ts';
import { nowOf, type Site } from '../site.ts';
import { checkRunInRepo, type CheckRunRow } from '../tables/checks.ts';
import { suiteInRepo, suiteState, type CheckSuiteRow } from '../tables/check-suites.ts';
import type { Repository } from '../tables/repositories.ts';
import type { User } from '../tables/users.ts';

/** GitHub sets `stale` itself; no app may. */
const CONCLUSIONS = [
  'action_required',
  'cancelled',
  'failure',
  'neutral',
  'success',
  'skipped',
  'timed_out',
] as const;
const LONGEST_TEXT = 65_535;
const MOST_ANNOTATIONS = 50;

const annotationSchema = z.object({
  path: z.string().min(1),
  start_line: z.int().min(1),
  end_line: z.int().min(1),
  start_column: z.int().optional(),
  end_column: z.int().optional(),
  annotation_level: z.enum(['notice', 'warning', 'failure']),
  message: z.string().min(1).max(LONGEST_TEXT),
  title: z.string().max(255).optional(),
  raw_details: z.string().max(LONGEST_TEXT).optional(),
});
const outputSchema = z.object({
  title: z.string().min(1),
  summary: z.string().max(LONGEST_TEXT),
  text: z.string().max(LONGEST_TEXT).optional(),
  annotations: z
    .array(annotationSchema)
    .max(MOST_ANNOTATIONS, 'No more than 50 annotations may be sent at once')
    .default([]),
});
const fields = {
  name: z.string().min(1).max(255),
  details_url: z.string().optional(),
  external_id: z.string().optional(),
  status: z.enum(['queued', 'in_progress', 'completed', 'waiting', 'requested', 'pending']).optional(),
  started_at: z.string().optional(),
  conclusion: z.enum(CONCLUSIONS).optional(),
  completed_at: z.string().optional(),
};
const concluded = (run: { status?: string | undefined; conclusion?: string | undefined }): boolean =>
  run.status !== 'completed' || run.conclusion !== undefined;
const CONCLUDED = { message: 'conclusion is required when status is completed', path: ['conclusion'] };

export const createRunSchema = z
  .object({ ...fields, head_sha: z.string(), output: outputSchema.optional() })
  .refine(concluded, CONCLUDED);
export const updateRunSchema = z
  .object({
    ...fields,
    name: fields.name.optional(),
    output: outputSchema.extend({ title: z.string().min(1).optional() }).optional(),
  })
  .refine(concluded, CONCLUDED);

type Action = 'created' | 'completed' | 'rerequested' | 'requested';

/** Tells of a run, and of its suite once every run of it has ended. */
export function tellRun(site: Site, repo: Repository, id: number, action: Action, sender: User): void {
  const run = checkRunInRepo(site.db, repo.id, id) as CheckRunRow;
  const payload = async () => ({ check_run: await checkRunJson(site, repo, run) });
  site.announce({ repo, event: 'check_run', action, sender, payload });
  const suite = suiteInRepo(site.db, repo.id, run.suite_id) as CheckSuiteRow;
  if (action === 'rerequested' || suiteState(site.db, suite).status !== 'completed') return;
  tellSuite(site, repo, suite, 'completed', sender);
}

export function tellSuite(
  site: Site,
  repo: Repository,
  suite: CheckSuiteRow,
  action: Action,
  sender: User,
): void {
  const payload = async () => ({ check_suite: await suiteJson(site, repo, suite) });
  site.announce({ repo, event: 'check_suite', action, sender, payload });
}

/** When a run began and ended, as far as it says so itself. */
export function timesOf(
  site: Site,
  done: boolean,
  body: { started_at?: string | undefined; completed_at?: string | undefined },
  before?: CheckRunRow,
): { started_at: string; completed_at: string | null } {
  const started_at = iso(body.started_at) ?? before?.started_at ?? nowOf(site);
  return {
    started_at,
    completed_at: done ? (iso(body.completed_at) ?? before?.completed_at ?? nowOf(site)) : null,
  };
}

function iso(text: string | undefined): string | undefined {
  const ms = Date.parse(text ?? '');
  return Number.isNaN(ms) ? undefined : `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
