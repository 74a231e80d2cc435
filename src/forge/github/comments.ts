import { z } from 'zod';
import type { Comment } from '../../work/issue.ts';
import { authorSchema } from './author.ts';
import type { GitHubClient } from './http/client.ts';
import { place } from './place.ts';
import { understood } from './http/understood.ts';

const commentSchema = z.object({
  id: z.number(),
  user: authorSchema,
  body: z.string().nullish(),
  created_at: z.string(),
  updated_at: z.string(),
  html_url: z.string(),
});

function toComment(answer: z.output<typeof commentSchema>): Comment {
  return {
    id: answer.id,
    author: answer.user,
    body: answer.body ?? '',
    createdAt: answer.created_at,
    updatedAt: answer.updated_at,
    url: answer.html_url,
  };
}

export async function comments(client: GitHubClient, repo: string, number: number): Promise<Comment[]> {
  const route = 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments';
  const answers = await client.all(route, { ...place(repo), issue_number: number }, commentSchema);
  return answers.map(toComment);
}

export async function comment(
  client: GitHubClient,
  repo: string,
  number: number,
  body: string,
): Promise<Comment> {
  const { data } = await client.rest.issues.createComment({ ...place(repo), issue_number: number, body });
  return toComment(understood(commentSchema, data));
}

export async function editComment(
  client: GitHubClient,
  repo: string,
  id: number,
  body: string,
): Promise<Comment> {
  const { data } = await client.rest.issues.updateComment({ ...place(repo), comment_id: id, body });
  return toComment(understood(commentSchema, data));
}
