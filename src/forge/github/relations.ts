import { z } from 'zod';
import { isAutodevError } from '../../work/errors.ts';
import type { IssueRef } from '../../work/issue.ts';
import type { GitHubClient } from './http/client.ts';
import { place } from './place.ts';

const refSchema = z.object({
  number: z.number(),
  title: z.string(),
  state: z.string(),
  repository_url: z.string(),
});

/** `…/repos/owner/name` → `owner/name`. */
function toRef(answer: z.output<typeof refSchema>): IssueRef {
  const [owner = '', name = ''] = answer.repository_url.split('/').slice(-2);
  return {
    repo: `${owner}/${name}`,
    number: answer.number,
    title: answer.title,
    state: answer.state === 'closed' ? 'closed' : 'open',
  };
}

const ISSUE = 'GET /repos/{owner}/{repo}/issues/{issue_number}';

/** An Enterprise server without these endpoints says 404, which then means that there is nothing of the kind. */
async function absentIs<T>(nothing: T, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isAutodevError(error, 'forge_not_found')) return nothing;
    throw error;
  }
}

async function list(client: GitHubClient, repo: string, number: number, what: string): Promise<IssueRef[]> {
  const params = { ...place(repo), issue_number: number };
  return absentIs(
    [],
    client.all(`${ISSUE}/${what}`, params, refSchema).then((all) => all.map(toRef)),
  );
}

export const blockedBy = (client: GitHubClient, repo: string, number: number): Promise<IssueRef[]> =>
  list(client, repo, number, 'dependencies/blocked_by');

export const subIssues = (client: GitHubClient, repo: string, number: number): Promise<IssueRef[]> =>
  list(client, repo, number, 'sub_issues');

export async function parentIssue(
  client: GitHubClient,
  repo: string,
  number: number,
): Promise<IssueRef | null> {
  const params = { ...place(repo), issue_number: number };
  return absentIs(null, client.one(`${ISSUE}/parent`, params, refSchema).then(toRef));
}
