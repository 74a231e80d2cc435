import { z } from 'zod';
import { isAutodevError } from '../../work/errors.ts';
import type { GitHubClient } from './http/client.ts';
import { place } from './place.ts';

const branchSchema = z.object({
  protected: z.boolean(),
  protection: z
    .object({ required_status_checks: z.object({ contexts: z.array(z.string()).nullish() }).nullish() })
    .nullish(),
});

/** From the branch itself: its protection endpoint would need an administrator's token. */
export async function requiredChecks(
  client: GitHubClient,
  repo: string,
  branch: string,
): Promise<string[] | null> {
  const answer = await client.one(
    'GET /repos/{owner}/{repo}/branches/{branch}',
    { ...place(repo), branch },
    branchSchema,
  );
  const contexts = answer.protected ? (answer.protection?.required_status_checks?.contexts ?? []) : [];
  return contexts.length === 0 ? null : contexts;
}

export async function isProtected(client: GitHubClient, repo: string, branch: string): Promise<boolean> {
  try {
    const where = { ...place(repo), branch };
    return (await client.one('GET /repos/{owner}/{repo}/branches/{branch}', where, branchSchema)).protected;
  } catch (error) {
    if (isAutodevError(error, 'forge_not_found')) return false;
    throw error;
  }
}

const refSchema = z.object({ object: z.object({ sha: z.string() }) });

export async function branch(client: GitHubClient, repo: string, name: string): Promise<string | null> {
  try {
    const answer = await client.one(
      'GET /repos/{owner}/{repo}/git/ref/{ref}',
      { ...place(repo), ref: `heads/${name}` },
      refSchema,
    );
    return answer.object.sha;
  } catch (error) {
    // 409: the repository has no commits at all.
    if (isAutodevError(error, 'forge_not_found', 'forge_conflict')) return null;
    throw error;
  }
}

export async function deleteBranch(client: GitHubClient, repo: string, name: string): Promise<void> {
  try {
    await client.rest.git.deleteRef({ ...place(repo), ref: `heads/${name}` });
  } catch (error) {
    // It is gone already: that is what was wanted.
    if (isAutodevError(error, 'forge_rejected') && /does not exist/i.test(String(error.data?.['message'])))
      return;
    throw error;
  }
}
