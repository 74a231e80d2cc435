import { z } from 'zod';
import { isAutodevError } from '../../work/errors.ts';
import type { Permission } from '../../work/issue.ts';
import type { Repository, Viewer } from '../forge.ts';
import type { GitHubClient } from './http/client.ts';
import { place } from './place.ts';

export async function viewer(client: GitHubClient): Promise<Viewer> {
  return client.one('GET /user', {}, z.object({ login: z.string(), id: z.number() }));
}

const repositorySchema = z.object({
  full_name: z.string(),
  html_url: z.string(),
  clone_url: z.string(),
  default_branch: z.string(),
  private: z.boolean(),
  archived: z.boolean().nullish(),
  permissions: z
    .object({
      admin: z.boolean().nullish(),
      maintain: z.boolean().nullish(),
      push: z.boolean().nullish(),
      triage: z.boolean().nullish(),
      pull: z.boolean().nullish(),
    })
    .nullish(),
});

export async function repository(client: GitHubClient, repo: string): Promise<Repository> {
  const answer = await client.one('GET /repos/{owner}/{repo}', place(repo), repositorySchema);
  const may = answer.permissions;
  const words: [boolean | null | undefined, Permission][] = [
    [may?.admin, 'admin'],
    [may?.maintain, 'maintain'],
    [may?.push, 'write'],
    [may?.triage, 'triage'],
    [may?.pull, 'read'],
  ];
  return {
    name: answer.full_name,
    url: answer.html_url,
    cloneUrl: answer.clone_url,
    defaultBranch: answer.default_branch,
    private: answer.private,
    archived: answer.archived === true,
    permission: words.find(([has]) => has === true)?.[1] ?? 'none',
  };
}

const WORDS = ['admin', 'maintain', 'write', 'triage', 'read', 'none'] as const;
const permissionSchema = z.object({ permission: z.string(), role_name: z.string().nullish() });

/** Roles that an organization made up are known by the old word beside them; unknown words mean none. */
export async function permission(client: GitHubClient, repo: string, login: string): Promise<Permission> {
  try {
    const route = 'GET /repos/{owner}/{repo}/collaborators/{username}/permission';
    const answer = await client.one(route, { ...place(repo), username: login }, permissionSchema);
    const known = (word: string | null | undefined) => WORDS.find((entry) => entry === word);
    return known(answer.role_name) ?? known(answer.permission) ?? 'none';
  } catch (error) {
    if (isAutodevError(error, 'forge_not_found')) return 'none';
    throw error;
  }
}
