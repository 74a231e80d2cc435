import { z } from 'zod';
import type { ReviewComment, ReviewThread } from '../../work/pull.ts';
import { authorSchema } from './author.ts';
import type { GitHubClient } from './http/client.ts';
import { place } from './place.ts';
import { understood } from './http/understood.ts';

const commentSchema = z.object({
  id: z.number(),
  pull_request_review_id: z.number().nullish(),
  in_reply_to_id: z.number().nullish(),
  user: authorSchema,
  path: z.string(),
  line: z.number().nullish(),
  original_line: z.number().nullish(),
  position: z.number().nullish(),
  subject_type: z.string().nullish(),
  diff_hunk: z.string().nullish(),
  body: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  html_url: z.string(),
});

function toComment(answer: z.output<typeof commentSchema>): ReviewComment {
  const present = answer.subject_type === 'file' ? answer.position : (answer.line ?? answer.position);
  return {
    id: answer.id,
    reviewId: answer.pull_request_review_id ?? null,
    author: answer.user,
    path: answer.path,
    line: answer.line ?? answer.original_line ?? null,
    outdated: present === null || present === undefined,
    replyTo: answer.in_reply_to_id ?? null,
    diffHunk: answer.diff_hunk ?? '',
    body: answer.body,
    createdAt: answer.created_at,
    updatedAt: answer.updated_at,
    url: answer.html_url,
  };
}

export async function reviewComments(
  client: GitHubClient,
  repo: string,
  number: number,
): Promise<ReviewComment[]> {
  const route = 'GET /repos/{owner}/{repo}/pulls/{pull_number}/comments';
  const answers = await client.all(route, { ...place(repo), pull_number: number }, commentSchema);
  return answers.map(toComment);
}

export async function reviewThreads(
  client: GitHubClient,
  repo: string,
  number: number,
): Promise<ReviewThread[]> {
  return toThreads(await reviewComments(client, repo, number));
}

/** Answers whose first comment was deleted make a thread of their own, as GitHub shows them. */
export function toThreads(comments: readonly ReviewComment[]): ReviewThread[] {
  const threads = new Map<number, ReviewThread>();
  for (const comment of comments.toSorted((a, b) => a.id - b.id)) {
    const id = comment.replyTo ?? comment.id;
    const thread = threads.get(id);
    if (thread !== undefined) thread.comments.push(comment);
    else {
      const { path, line, outdated } = comment;
      threads.set(id, { id, path, line, outdated, comments: [comment] });
    }
  }
  return [...threads.values()];
}

export async function replyTo(
  client: GitHubClient,
  repo: string,
  number: number,
  thread: number,
  body: string,
): Promise<ReviewComment> {
  const where = { ...place(repo), pull_number: number, comment_id: thread };
  const { data } = await client.rest.pulls.createReplyForReviewComment({ ...where, body });
  return toComment(understood(commentSchema, data));
}
