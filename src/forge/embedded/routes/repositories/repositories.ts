import { z } from 'zod';
import { repositoryOf, type Api } from '../../http/access.ts';
import { readBody } from '../../http/body.ts';
import { createBare, copyBare, gitDirOf, removeBare } from '../../git/bare.ts';
import { writeFirstCommit } from '../../git/first-commit.ts';
import { branchRef, readRef } from '../../git/refs.ts';
import { fullRepositoryJson } from '../../json/repository.ts';
import { invalid, Problem } from '../../http/problem.ts';
import { reflectPushes } from '../../pushes.ts';
import { nowOf, type Site } from '../../site.ts';
import { insertLabel } from '../../tables/labels.ts';
import {
  insertRepository,
  repositoryById,
  repositoryNamed,
  type Repository,
} from '../../tables/repositories.ts';
import type { User } from '../../tables/users.ts';

const nameSchema = z
  .string()
  .regex(/^(?!\.{1,2}$)[A-Za-z0-9._-]{1,100}$/, 'name may hold letters, digits, ".", "-" and "_"');

const createSchema = z.object({
  name: nameSchema,
  description: z.string().nullish(),
  private: z.boolean().default(false),
  auto_init: z.boolean().default(false),
  has_issues: z.boolean().default(true),
  allow_merge_commit: z.boolean().default(true),
  allow_squash_merge: z.boolean().default(true),
  allow_rebase_merge: z.boolean().default(true),
  delete_branch_on_merge: z.boolean().default(false),
});

const updateSchema = z.object({
  name: nameSchema.optional(),
  description: z.string().nullish(),
  private: z.boolean().optional(),
  default_branch: z.string().optional(),
  archived: z.boolean().optional(),
  has_issues: z.boolean().optional(),
  allow_merge_commit: z.boolean().optional(),
  allow_squash_merge: z.boolean().optional(),
  allow_rebase_merge: z.boolean().optional(),
  delete_branch_on_merge: z.boolean().optional(),
});

const COLUMNS: Partial<Record<keyof z.infer<typeof updateSchema>, string>> = {
  name: 'name',
  description: 'description',
  private: 'private',
  default_branch: 'default_branch',
  archived: 'archived',
  has_issues: 'has_issues',
  allow_merge_commit: 'allow_merge',
  allow_squash_merge: 'allow_squash',
  allow_rebase_merge: 'allow_rebase',
  delete_branch_on_merge: 'delete_branch_on_merge',
};

const DEFAULT_LABELS = [
  { name: 'bug', color: 'd73a4a', description: "Something isn't working" },
  { name: 'documentation', color: '0075ca', description: 'Improvements or additions to documentation' },
  { name: 'enhancement', color: 'a2eeef', description: 'New feature or request' },
  { name: 'question', color: 'd876e3', description: 'Further information is requested' },
];

export function repositoryRoutes(api: Api, site: Site): void {
  api.post('/user/repos', async (c) => {
    const body = await readBody(c, 'Repository', createSchema);
    const viewer = c.get('viewer');
    const repo = site.db.transaction(() => {
      refuseTaken(site, viewer, body.name);
      const made = insertRepository(site.db, {
        owner: viewer,
        name: body.name.replace(/\.git$/, ''),
        description: body.description ?? null,
        private: body.private ? 1 : 0,
        default_branch: 'main',
        parent_id: null,
        at: nowOf(site),
      });
      update(site, made, body);
      for (const label of DEFAULT_LABELS) insertLabel(site.db, made.id, label);
      site.db.run('UPDATE labels SET is_default = 1 WHERE repo_id = ?', made.id);
      return repositoryById(site.db, made.id) as Repository;
    });
    await createBare(site, repo);
    if (body.auto_init) await writeFirstCommit(site, repo, viewer);
    return c.json(fullRepositoryJson(site, repo, viewer), 201);
  });

  api.get('/repos/:owner/:repo', (c) =>
    c.json(fullRepositoryJson(site, repositoryOf(c, site), c.get('viewer'))),
  );

  api.patch('/repos/:owner/:repo', async (c) => {
    const repo = repositoryOf(c, site, 'admin');
    const body = await readBody(c, 'Repository', updateSchema);
    if (body.name !== undefined && body.name.toLowerCase() !== repo.name.toLowerCase())
      refuseTaken(site, c.get('viewer'), body.name);
    if (body.default_branch !== undefined) {
      if ((await readRef(site, repo, branchRef(body.default_branch))) === undefined) {
        throw invalid(
          'Repository',
          'default_branch',
          'invalid',
          `The branch ${body.default_branch} was not found.`,
        );
      }
      await site.host.git.run(['symbolic-ref', 'HEAD', branchRef(body.default_branch)], {
        gitDir: gitDirOf(site, repo),
      });
    }
    update(site, repo, body);
    site.db.run('UPDATE repositories SET updated_at = ? WHERE id = ?', nowOf(site), repo.id);
    return c.json(fullRepositoryJson(site, repositoryById(site.db, repo.id) as Repository, c.get('viewer')));
  });

  api.delete('/repos/:owner/:repo', async (c) => {
    const repo = repositoryOf(c, site, 'admin');
    await site.serial.run(repo.id, async () => {
      site.db.run('DELETE FROM repositories WHERE id = ?', repo.id);
      await removeBare(site, repo);
    });
    return c.body(null, 204);
  });

  api.post('/repos/:owner/:repo/forks', async (c) => {
    const parent = repositoryOf(c, site);
    const viewer = c.get('viewer');
    const body = await readBody(c, 'Fork', z.object({ name: nameSchema.optional() }));
    if (parent.owner_id === viewer.id) throw new Problem(403, 'You already own this repository.');
    const name = body.name ?? parent.name;
    const known = repositoryNamed(site.db, viewer.login, name);
    if (known !== undefined && known.parent_id !== parent.id) refuseTaken(site, viewer, name);
    const { default_branch, description } = parent;
    const fork =
      known ??
      insertRepository(site.db, {
        owner: viewer,
        name,
        description,
        private: parent.private,
        default_branch,
        parent_id: parent.id,
        at: nowOf(site),
      });
    if (known === undefined) {
      await copyBare(site, parent, fork);
      await site.serial.run(fork.id, () => reflectPushes(site, fork, viewer));
    }
    return c.json(fullRepositoryJson(site, fork, viewer), 202);
  });
}

function refuseTaken(site: Site, owner: User, name: string): void {
  if (repositoryNamed(site.db, owner.login, name) !== undefined) {
    throw invalid('Repository', 'name', 'custom', 'name already exists on this account');
  }
}

function update(site: Site, repo: Repository, fields: Readonly<Record<string, unknown>>): void {
  for (const [field, column] of Object.entries(COLUMNS)) {
    const value = fields[field];
    if (value === undefined) continue;
    site.db.run(
      `UPDATE repositories SET ${column} = ? WHERE id = ?`,
      typeof value === 'boolean' ? Number(value) : (value as string | null),
      repo.id,
    );
  }
}
