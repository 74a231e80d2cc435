import { z } from 'zod';
import type { Review, ReviewComment } from '../../work/pull.ts';
import type { NewReview } from '../forge.ts';
import { authorSchema } from './author.ts';
import type { GitHubClient } from './client.ts';
import { place } from './place.ts';
import { understood } from './understood.ts';

const reviewSchema = z.object({
  id: z.number(),
  user: authorSchema,
  state: z.enum(['APPROVED', 'CHANGES_REQUESTED', 'COMMENTED', 'DISMISSED', 'PENDING']),
  body: z.string().nullish(),
  commit_id: z.string().nullish(),
  submitted_at: z.string().nullish(),
  html_url: z.string(),
});

function toReview(answer: z.output<typeof reviewSchema>): Review {
  return {
    id: answer.id,
    author: answer.user,
    state: answer.state,
    body: answer.body ?? '',
    commitSha: answer.commit_id ?? null,
    submittedAt: answer.submitted_at ?? '',
    url: answer.html_url,
  };
}

export async function reviews(client: GitHubClient, repo: string, number: number): Promise<Review[]> {
  const route = 'GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews';
  const answers = await client.all(route, { ...place(repo), pull_number: number }, reviewSchema);
  return answers.map(toReview);
}

const commentSchema = z.object({
  id: z.number(),
  pull_request_review_id: z.number().nullish(),
  user: authorSchema,
  path: z.string(),
  line: z.number().nullish(),
  original_line: z.number().nullish(),
  body: z.string(),
});

export async function reviewComments(
  client: GitHubClient,
  repo: string,
  number: number,
): Promise<ReviewComment[]> {
  const route = 'GET /repos/{owner}/{repo}/pulls/{pull_number}/comments';
  const answers = await client.all(route, { ...place(repo), pull_number: number }, commentSchema);
  return answers.map((answer) => ({
    id: answer.id,
    reviewId: answer.pull_request_review_id ?? null,
    author: answer.user,
    path: answer.path,
    line: answer.line ?? answer.original_line ?? null,
    body: answer.body,
  }));
}

export async function review(
  client: GitHubClient,
  repo: string,
  number: number,
  fields: NewReview,
): Promise<Review> {
  const { data } = await client.rest.pulls.createReview({
    ...place(repo),
    pull_number: number,
    commit_id: fields.sha,
    event: fields.event,
    body: fields.body,
    comments: fields.comments.map((entry) => ({ ...entry })),
  });
  return toReview(understood(reviewSchema, data));
}
