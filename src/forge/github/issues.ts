import { z } from 'zod';
import type { Issue } from '../../work/issue.ts';
import type { LabelledItem, Listing } from '../forge.ts';
import { authorSchema } from './author.ts';
import type { GitHubClient } from './http/client.ts';
import { labelsSchema } from './labels.ts';
import { collect } from './http/listing.ts';
import { place } from './place.ts';
import { understood } from './http/understood.ts';

export const issueSchema = z.object({
  number: z.number(),
  title: z.string(),
  body: z.string().nullish(),
  state: z.string(),
  user: authorSchema,
  labels: labelsSchema,
  created_at: z.string(),
  updated_at: z.string(),
  closed_by: z.object({ login: z.string() }).nullish(),
  issue_dependencies_summary: z.object({ blocked_by: z.number() }).nullish(),
  html_url: z.string(),
  pull_request: z.object({}).nullish(),
});
type IssueAnswer = z.output<typeof issueSchema>;

export function toIssue(repo: string, answer: Omit<IssueAnswer, 'pull_request'>): Issue {
  return {
    repo,
    number: answer.number,
    title: answer.title,
    body: answer.body ?? '',
    state: answer.state === 'closed' ? 'closed' : 'open',
    author: answer.user,
    labels: answer.labels,
    createdAt: answer.created_at,
    updatedAt: answer.updated_at,
    closedBy: answer.state === 'closed' ? (answer.closed_by?.login ?? null) : null,
    blockers: answer.issue_dependencies_summary?.blocked_by ?? 0,
    url: answer.html_url,
  };
}

const LIST = 'GET /repos/{owner}/{repo}/issues';

/** The URL never changes (no `since`), so that an unchanged list costs nothing; reading stops at the cursor. */
export function openIssues(
  client: GitHubClient,
  repo: string,
  since: string | null,
): Promise<Listing<Issue>> {
  return listIssues(client, repo, 'open', since);
}

export async function closedIssues(client: GitHubClient, repo: string, since: string): Promise<Issue[]> {
  return (await listIssues(client, repo, 'closed', since)).items;
}

async function listIssues(
  client: GitHubClient,
  repo: string,
  state: 'open' | 'closed',
  since: string | null,
): Promise<Listing<Issue>> {
  const pages = client.pages(
    LIST,
    { ...place(repo), state, sort: 'updated', direction: 'desc' },
    issueSchema,
  );
  const listing = await collect(pages, since);
  return {
    ...listing,
    items: listing.items.filter((answer) => !answer.pull_request).map((answer) => toIssue(repo, answer)),
  };
}

export async function labelled(client: GitHubClient, repo: string, label: string): Promise<LabelledItem[]> {
  const params = { ...place(repo), state: 'open', sort: 'updated', direction: 'desc', labels: label };
  const answers = await client.all(LIST, params, issueSchema);
  return answers.map((answer) => ({
    number: answer.number,
    isPull: Boolean(answer.pull_request),
    labels: answer.labels,
    author: answer.user,
    updatedAt: answer.updated_at,
  }));
}

export async function issue(client: GitHubClient, repo: string, number: number): Promise<Issue> {
  const route = 'GET /repos/{owner}/{repo}/issues/{issue_number}';
  return toIssue(repo, await client.one(route, { ...place(repo), issue_number: number }, issueSchema));
}

export async function createIssue(
  client: GitHubClient,
  repo: string,
  fields: { title: string; body: string; labels?: readonly string[] },
): Promise<Issue> {
  const { title, body, labels = [] } = fields;
  const { data } = await client.rest.issues.create({ ...place(repo), title, body, labels: [...labels] });
  return toIssue(repo, understood(issueSchema, data));
}

export async function closeIssue(client: GitHubClient, repo: string, number: number): Promise<void> {
  await client.rest.issues.update({ ...place(repo), issue_number: number, state: 'closed' });
}
