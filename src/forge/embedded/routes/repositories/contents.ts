import { z } from 'zod';
import { repositoryOf, type Call, type Api } from '../../http/access.ts';
import { readBody } from '../../http/body.ts';
import {
  isContentPath,
  readBlob,
  readEntries,
  treeWith,
  writeBlob,
  type TreeEntry,
} from '../../git/content.ts';
import { commitTree } from '../../git/merge.ts';
import { branchRef, isValidRef, moveRef, readRef, resolveCommit } from '../../git/refs.ts';
import { gitCommitJson } from '../../json/commit.ts';
import { repositoryPage, repositoryUrl } from '../../json/repository.ts';
import { invalid, notFound, Problem } from '../../http/problem.ts';
import { reflectPushes } from '../../pushes.ts';
import type { Site } from '../../site.ts';
import { protectionOf } from '../../tables/protections.ts';
import type { Repository } from '../../tables/repositories.ts';
import { mailOf } from '../../tables/users.ts';
import { one } from './commits.ts';

const fields = { message: z.string().min(1), branch: z.string().optional() };
const putSchema = z.object({ ...fields, content: z.string(), sha: z.string().optional() });
const deleteSchema = z.object({ ...fields, sha: z.string() });

function pathOf(c: Call): string {
  const path = (c.req.param('path') ?? '').replace(/\/+$/, '');
  if (!isContentPath(path))
    throw invalid('Content', 'path', 'invalid', 'path contains a malformed path component');
  return path;
}

export function contentRoutes(api: Api, site: Site): void {
  const read = async (c: Call, path: string) => {
    const repo = repositoryOf(c, site);
    const commit = await resolveCommit(site, repo, c.req.query('ref') ?? repo.default_branch);
    if (commit === undefined) throw notFound();
    const ref = c.req.query('ref') ?? repo.default_branch;
    const [entry] = path === '' ? [] : await readEntries(site, repo, commit, path, false);
    if (path === '' || entry?.type === 'tree') {
      const children = await readEntries(site, repo, commit, path, true);
      return c.json(children.map((child) => entryJson(site, repo, ref, child)));
    }
    if (entry === undefined) throw notFound();
    const shown = entryJson(site, repo, ref, entry);
    if (entry.type === 'commit') return c.json({ ...shown, submodule_git_url: null });
    const blob = await readBlob(site, repo, entry.sha);
    if (/vnd\.github(\.v3)?\.raw/.test(c.req.header('accept') ?? '')) return c.body(new Uint8Array(blob));
    if (entry.mode === '120000') return c.json({ ...shown, target: blob.toString('utf8') });
    const lines = blob.toString('base64').replace(/.{60}/g, '$&\n');
    return c.json({ ...shown, content: `${lines}\n`, encoding: 'base64' });
  };

  api.get('/repos/:owner/:repo/contents', (c) => read(c, ''));
  api.get('/repos/:owner/:repo/contents/', (c) => read(c, ''));
  api.get('/repos/:owner/:repo/contents/:path{.+}', (c) => read(c, pathOf(c)));

  api.put('/repos/:owner/:repo/contents/:path{.+}', async (c) => {
    const repo = repositoryOf(c, site, 'write');
    const path = pathOf(c);
    const body = await readBody(c, 'Content', putSchema);
    if (!/^[A-Za-z0-9+/\s]*={0,2}\s*$/.test(body.content))
      throw invalid('Content', 'content', 'invalid', 'content is not valid Base64');
    const blob = await writeBlob(site, repo, Buffer.from(body.content, 'base64'));
    const done = await change(c, site, repo, path, body, blob);
    return c.json(done.json, done.existed ? 200 : 201);
  });

  api.delete('/repos/:owner/:repo/contents/:path{.+}', async (c) => {
    const repo = repositoryOf(c, site, 'write');
    const body = await readBody(c, 'Content', deleteSchema);
    return c.json((await change(c, site, repo, pathOf(c), body, undefined)).json);
  });
}

/** One commit that sets or removes one file, if branch and file are still what the caller saw. */
async function change(
  c: Call,
  site: Site,
  repo: Repository,
  path: string,
  body: { message: string; branch?: string | undefined; sha?: string | undefined },
  blob: string | undefined,
): Promise<{ existed: boolean; json: Record<string, unknown> }> {
  const viewer = c.get('viewer');
  const branch = body.branch ?? repo.default_branch;
  if (!(await isValidRef(site, branchRef(branch)))) throw invalid('Content', 'branch', 'invalid');
  return site.serial.run(repo.id, async () => {
    const tip = await readRef(site, repo, branchRef(branch));
    if (tip === undefined && (branch !== repo.default_branch || blob === undefined))
      throw new Problem(404, `Branch ${branch} not found`);
    const protection = protectionOf(site.db, repo.id, branch);
    if (
      protection !== undefined &&
      (protection.required_pull_request_reviews !== null || protection.required_status_checks !== null)
    ) {
      throw new Problem(409, 'Could not update file: Changes must be made through a pull request.');
    }
    const [before] = tip === undefined ? [] : await readEntries(site, repo, tip, path, false);
    if (before === undefined && blob === undefined) throw notFound();
    if (before !== undefined && body.sha === undefined)
      throw new Problem(422, `Invalid request.\n\n"sha" wasn't supplied.`);
    if (before?.sha !== body.sha) throw new Problem(409, `${path} does not match ${body.sha ?? ''}`);
    const tree = await treeWith(site, repo, tip, path, blob).catch(() => {
      throw invalid('Content', 'path', 'invalid', 'path is in the way of another file');
    });
    const who = { name: viewer.login, email: mailOf(viewer) };
    const made = await commitTree(site, repo, who, {
      tree,
      parents: tip === undefined ? [] : [tip],
      message: body.message,
    });
    if (!(await moveRef(site, repo, branchRef(branch), made, tip)))
      throw new Problem(409, `${branch} was changed by someone else`);
    await reflectPushes(site, repo, viewer);
    const [after] = blob === undefined ? [] : await readEntries(site, repo, made, path, false);
    return {
      existed: before !== undefined,
      json: {
        content: after === undefined ? null : entryJson(site, repo, branch, after),
        commit: gitCommitJson(site, repo, await one(site, repo, made)),
      },
    };
  });
}

function entryJson(site: Site, repo: Repository, ref: string, entry: TreeEntry): Record<string, unknown> {
  const path = entry.path.split('/').map(encodeURIComponent).join('/');
  const type =
    entry.type === 'tree'
      ? 'dir'
      : entry.type === 'commit'
        ? 'submodule'
        : entry.mode === '120000'
          ? 'symlink'
          : 'file';
  const self = `${repositoryUrl(site, repo)}/contents/${path}?ref=${encodeURIComponent(ref)}`;
  const git = `${repositoryUrl(site, repo)}/git/${entry.type === 'tree' ? 'trees' : 'blobs'}/${entry.sha}`;
  const html = `${repositoryPage(site, repo)}/blob/${encodeURIComponent(ref)}/${path}`;
  return {
    name: entry.name,
    path: entry.path,
    sha: entry.sha,
    size: entry.size,
    url: self,
    html_url: html,
    git_url: git,
    download_url: type === 'file' ? self : null,
    type,
    _links: { self, git, html },
  };
}
