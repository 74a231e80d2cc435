import { z } from 'zod';
import type { IssueEvent } from '../../work/issue.ts';
import type { LabelChange } from '../forge.ts';
import { authorSchema } from './author.ts';
import type { GitHubClient } from './http/client.ts';
import { place } from './place.ts';

const eventSchema = z.object({
  event: z.string().nullish(),
  actor: authorSchema,
  created_at: z.string().nullish(),
  label: z.object({ name: z.string() }).nullish(),
  rename: z.object({ from: z.string() }).nullish(),
  commit_id: z.string().nullish(),
});

export async function events(client: GitHubClient, repo: string, number: number): Promise<IssueEvent[]> {
  const route = 'GET /repos/{owner}/{repo}/issues/{issue_number}/events';
  const answers = await client.all(route, { ...place(repo), issue_number: number }, eventSchema);
  return answers.map((answer) => ({
    event: answer.event ?? '',
    actor: answer.actor,
    at: answer.created_at ?? '',
    label: answer.label?.name ?? null,
    renamedFrom: answer.rename?.from ?? null,
    commitSha: answer.commit_id ?? null,
  }));
}

export async function labelHistory(
  client: GitHubClient,
  repo: string,
  number: number,
): Promise<LabelChange[]> {
  return (await events(client, repo, number)).flatMap(({ event, label, actor, at }) =>
    (event === 'labeled' || event === 'unlabeled') && label !== null
      ? [{ label, added: event === 'labeled', actor, at }]
      : [],
  );
}
