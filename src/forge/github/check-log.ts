import { z } from 'zod';
import { AutodevError, isAutodevError } from '../../work/errors.ts';
import type { Check, CheckAnnotation, CheckLog } from '../../work/pull.ts';
import type { GitHubClient } from './http/client.ts';
import { place } from './place.ts';

/** The app whose check-runs are jobs: their numbers are the jobs' numbers. */
const ACTIONS = 'github-actions';

const outputSchema = z.object({
  output: z
    .object({
      title: z.string().nullish(),
      summary: z.string().nullish(),
      text: z.string().nullish(),
      annotations_count: z.number().nullish(),
    })
    .nullish(),
});

const annotationSchema = z.object({
  path: z.string(),
  start_line: z.number(),
  end_line: z.number(),
  annotation_level: z.string().nullish(),
  title: z.string().nullish(),
  message: z.string().nullish(),
});

export async function checkLog(
  client: GitHubClient,
  repo: string,
  check: Check,
  capBytes: number,
): Promise<CheckLog> {
  const nothing = { summary: '', text: '', annotations: [], tail: '', cut: false };
  if (check.id === null) return { ...nothing, title: check.description };
  const one = { ...place(repo), check_run_id: check.id };
  const route = 'GET /repos/{owner}/{repo}/check-runs/{check_run_id}';
  const { output } = await client.one(route, one, outputSchema);
  const annotations =
    (output?.annotations_count ?? 0) === 0
      ? []
      : (await client.all(`${route}/annotations`, one, annotationSchema)).map(toAnnotation);
  return {
    title: output?.title ?? '',
    summary: output?.summary ?? '',
    text: output?.text ?? '',
    annotations,
    ...(await jobTail(client, repo, check, capBytes)),
  };
}

function toAnnotation(answer: z.output<typeof annotationSchema>): CheckAnnotation {
  const level = answer.annotation_level;
  return {
    path: answer.path,
    startLine: answer.start_line,
    endLine: answer.end_line,
    level: level === 'failure' || level === 'warning' ? level : 'notice',
    title: answer.title ?? '',
    message: answer.message ?? '',
  };
}

/** Logs are kept for a while only, not before a job has ended, and not for every token: 404, 410 and 403 read as "none". */
async function jobTail(
  client: GitHubClient,
  repo: string,
  check: Check,
  capBytes: number,
): Promise<Pick<CheckLog, 'tail' | 'cut'>> {
  if (check.author !== ACTIONS || check.id === null) return { tail: '', cut: false };
  try {
    const route = 'GET /repos/{owner}/{repo}/actions/jobs/{job_id}/logs';
    const { text, cut } = await client.tail(route, { ...place(repo), job_id: check.id }, capBytes);
    return { tail: text, cut };
  } catch (error) {
    if (isAutodevError(error, 'forge_not_found', 'forge_forbidden')) return { tail: '', cut: false };
    throw error;
  }
}

export async function rerunCheck(client: GitHubClient, repo: string, check: Check): Promise<void> {
  if (check.id === null) {
    throw new AutodevError('forge_rejected', `${check.context} is a commit status and cannot be run again`, {
      hint: 'push a commit, or run it again where it came from',
    });
  }
  const where = place(repo);
  if (check.author === ACTIONS)
    await client.rest.actions.reRunJobForWorkflowRun({ ...where, job_id: check.id });
  else await client.rest.checks.rerequestRun({ ...where, check_run_id: check.id });
}
