import { z } from 'zod';
import type { Review } from '../../work/pull.ts';
import type { NewReview } from '../forge.ts';
import { authorSchema } from './author.ts';
import type { GitHubClient } from './http/client.ts';
import { place } from './place.ts';
import { understood } from './http/understood.ts';

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

export async function requestReview(
  client: GitHubClient,
  repo: string,
  number: number,
  logins: readonly string[],
): Promise<void> {
  if (logins.length === 0) return;
  const where = { ...place(repo), pull_number: number };
  await client.rest.pulls.requestReviewers({ ...where, reviewers: [...logins] });
}
