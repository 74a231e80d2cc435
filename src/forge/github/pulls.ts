import { z } from 'zod';
import type { ChangedFile, Pull } from '../../work/pull.ts';
import type { Listing, MergeMethod, NewPull } from '../forge.ts';
import { authorSchema } from './author.ts';
import type { GitHubClient } from './http/client.ts';
import { issueSchema, toIssue } from './issues.ts';
import { collect } from './http/listing.ts';
import { place } from './place.ts';
import { understood } from './http/understood.ts';

const sideSchema = z.object({
  ref: z.string(),
  sha: z.string(),
  user: z.object({ login: z.string() }).nullish(),
  repo: z.object({ full_name: z.string(), owner: z.object({ login: z.string() }).nullish() }).nullish(),
});

const pullSchema = issueSchema.omit({ pull_request: true }).extend({
  draft: z.boolean().nullish(),
  merged_at: z.string().nullish(),
  merged_by: z.object({ login: z.string() }).nullish(),
  merge_commit_sha: z.string().nullish(),
  requested_reviewers: z.array(authorSchema).nullish(),
  mergeable: z.boolean().nullish(),
  head: sideSchema,
  base: sideSchema,
});

function toPull(repo: string, answer: z.output<typeof pullSchema>): Pull {
  const { head, base } = answer;
  const merged = typeof answer.merged_at === 'string';
  return {
    ...toIssue(repo, answer),
    draft: answer.draft ?? false,
    merged,
    mergedBy: answer.merged_by?.login ?? null,
    requestedReviewers: answer.requested_reviewers ?? [],
    // Before the merge GitHub puts a trial merge commit here.
    mergeSha: merged ? (answer.merge_commit_sha ?? null) : null,
    head: {
      ref: head.ref,
      sha: head.sha,
      repo: head.repo?.full_name ?? null,
      owner: head.repo?.owner?.login ?? head.user?.login ?? null,
    },
    base: { ref: base.ref, sha: base.sha },
    mergeable: answer.mergeable ?? null,
  };
}

const LIST = 'GET /repos/{owner}/{repo}/pulls';

export async function openPulls(
  client: GitHubClient,
  repo: string,
  since: string | null,
): Promise<Listing<Pull>> {
  const pages = client.pages(
    LIST,
    { ...place(repo), state: 'open', sort: 'updated', direction: 'desc' },
    pullSchema,
  );
  const listing = await collect(pages, since);
  return { ...listing, items: listing.items.map((answer) => toPull(repo, answer)) };
}

export async function pull(client: GitHubClient, repo: string, number: number): Promise<Pull> {
  const route = 'GET /repos/{owner}/{repo}/pulls/{pull_number}';
  return toPull(repo, await client.one(route, { ...place(repo), pull_number: number }, pullSchema));
}

export async function pullsFrom(
  client: GitHubClient,
  repo: string,
  head: string,
  choice: { base?: string; state: 'open' | 'closed' | 'all' },
): Promise<Pull[]> {
  const where = place(repo);
  const { base, state } = choice;
  const answers = await client.all(
    LIST,
    { ...where, state, head: `${where.owner}:${head}`, base },
    pullSchema,
  );
  // A forge that ignores the filter must not make us take another pull request for ours.
  return answers
    .map((answer) => toPull(repo, answer))
    .filter(
      (found) =>
        found.head.ref === head &&
        found.base.ref === (base ?? found.base.ref) &&
        (found.head.owner ?? where.owner).toLowerCase() === where.owner.toLowerCase(),
    );
}

export async function pullsInto(client: GitHubClient, repo: string, base: string): Promise<Pull[]> {
  const answers = await client.all(LIST, { ...place(repo), state: 'open', base }, pullSchema);
  return answers.map((answer) => toPull(repo, answer)).filter((found) => found.base.ref === base);
}

export async function retarget(
  client: GitHubClient,
  repo: string,
  number: number,
  base: string,
): Promise<Pull> {
  const { data } = await client.rest.pulls.update({ ...place(repo), pull_number: number, base });
  return toPull(repo, understood(pullSchema, data));
}

const fileSchema = z.object({
  filename: z.string(),
  previous_filename: z.string().nullish(),
  status: z.enum(['added', 'modified', 'removed', 'renamed', 'copied', 'changed', 'unchanged']),
  additions: z.number(),
  deletions: z.number(),
  patch: z.string().nullish(),
});

export async function files(client: GitHubClient, repo: string, number: number): Promise<ChangedFile[]> {
  const route = 'GET /repos/{owner}/{repo}/pulls/{pull_number}/files';
  const answers = await client.all(route, { ...place(repo), pull_number: number }, fileSchema);
  return answers.map((file) => ({
    path: file.filename,
    previousPath: file.previous_filename ?? null,
    status: file.status,
    additions: file.additions,
    deletions: file.deletions,
    patch: file.patch ?? null,
  }));
}

export async function createPull(client: GitHubClient, repo: string, fields: NewPull): Promise<Pull> {
  const { title, body, head, base, draft = false } = fields;
  const { data } = await client.rest.pulls.create({ ...place(repo), title, body, head, base, draft });
  return toPull(repo, understood(pullSchema, data));
}

export async function merge(
  client: GitHubClient,
  repo: string,
  number: number,
  fields: { sha: string; method: MergeMethod; title?: string },
): Promise<{ sha: string }> {
  const { data } = await client.rest.pulls.merge({
    ...place(repo),
    pull_number: number,
    sha: fields.sha,
    merge_method: fields.method,
    ...(fields.title === undefined ? {} : { commit_title: fields.title }),
  });
  return understood(z.object({ sha: z.string() }), data);
}
