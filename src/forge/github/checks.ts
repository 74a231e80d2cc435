import { z } from 'zod';
import type { Check } from '../../work/pull.ts';
import type { NewStatus } from '../forge.ts';
import { authorSchema } from './author.ts';
import type { GitHubClient } from './http/client.ts';
import { place } from './place.ts';

const runSchema = z.object({
  id: z.number(),
  name: z.string(),
  status: z.string(),
  conclusion: z.string().nullish(),
  details_url: z.string().nullish(),
  output: z.object({ title: z.string().nullish() }).nullish(),
  app: z.object({ slug: z.string().nullish() }).nullish(),
});

const statusSchema = z.object({
  context: z.string(),
  state: z.string(),
  description: z.string().nullish(),
  target_url: z.string().nullish(),
  creator: authorSchema,
});

/** Both kinds are always read; the newest of each context counts (GitHub lists newest first). */
export async function checks(client: GitHubClient, repo: string, sha: string): Promise<Check[]> {
  const newest = new Map<string, Check>();
  for (const check of await reports(client, repo, sha, 'latest')) {
    const key = `${check.source}:${check.source === 'check_run' ? check.author : ''}:${check.context}`;
    if (!newest.has(key)) newest.set(key, check);
  }
  return [...newest.values()];
}

export function checkHistory(client: GitHubClient, repo: string, sha: string): Promise<Check[]> {
  return reports(client, repo, sha, 'all');
}

async function reports(
  client: GitHubClient,
  repo: string,
  sha: string,
  filter: 'latest' | 'all',
): Promise<Check[]> {
  const params = { ...place(repo), ref: sha };
  const runs = await client.all(
    'GET /repos/{owner}/{repo}/commits/{ref}/check-runs',
    filter === 'all' ? { ...params, filter } : params,
    runSchema,
    'check_runs',
  );
  const statuses = await client.all('GET /repos/{owner}/{repo}/commits/{ref}/statuses', params, statusSchema);
  return [
    ...runs.map(fromRun),
    ...statuses.map((status): Check => ({
      context: status.context,
      source: 'status',
      state: status.state === 'success' || status.state === 'pending' ? status.state : 'failure',
      conclusion: status.state === 'pending' ? null : status.state,
      description: status.description ?? '',
      url: status.target_url ?? null,
      author: status.creator,
      id: null,
    })),
  ];
}

function fromRun(run: z.output<typeof runSchema>): Check {
  const ended = run.status === 'completed';
  const fine = run.conclusion === 'success' || run.conclusion === 'neutral' || run.conclusion === 'skipped';
  return {
    context: run.name,
    source: 'check_run',
    state: !ended ? 'pending' : fine ? (run.conclusion as 'success' | 'neutral' | 'skipped') : 'failure',
    conclusion: ended ? (run.conclusion ?? null) : null,
    description: run.output?.title ?? '',
    url: run.details_url ?? null,
    author: run.app?.slug ?? null,
    id: run.id,
  };
}

export async function setStatus(
  client: GitHubClient,
  repo: string,
  sha: string,
  status: NewStatus,
): Promise<void> {
  const { context, state, description, url } = status;
  await client.rest.repos.createCommitStatus({
    ...place(repo),
    sha,
    context,
    state,
    // GitHub refuses longer ones.
    description: description.slice(0, 140),
    ...(url === undefined ? {} : { target_url: url }),
  });
}
