import { z } from 'zod';
import { REACTIONS, type Reaction, type ReactionContent } from '../../work/issue.ts';
import type { ReactionTarget } from '../forge.ts';
import { authorSchema } from './author.ts';
import type { GitHubClient } from './http/client.ts';
import { place } from './place.ts';

const reactionSchema = z.object({ id: z.number(), user: authorSchema, content: z.enum(REACTIONS) });

export async function reactions(
  client: GitHubClient,
  repo: string,
  target: ReactionTarget,
): Promise<Reaction[]> {
  const [path, id] = pathOf(target);
  const route = `GET /repos/{owner}/{repo}/${path}/reactions`;
  const answers = await client.all(route, { ...place(repo), id }, reactionSchema);
  return answers.map(({ id: number, user, content }) => ({ id: number, author: user, content }));
}

function pathOf(target: ReactionTarget): [path: string, id: number] {
  if ('issue' in target) return ['issues/{id}', target.issue];
  return 'comment' in target
    ? ['issues/comments/{id}', target.comment]
    : ['pulls/comments/{id}', target.reviewComment];
}

export async function react(
  client: GitHubClient,
  repo: string,
  target: ReactionTarget,
  content: ReactionContent,
): Promise<void> {
  const where = { ...place(repo), content };
  const api = client.rest.reactions;
  if ('issue' in target) await api.createForIssue({ ...where, issue_number: target.issue });
  else if ('comment' in target) await api.createForIssueComment({ ...where, comment_id: target.comment });
  else await api.createForPullRequestReviewComment({ ...where, comment_id: target.reviewComment });
}
