import { z } from 'zod';
import { repositoryOf, type Api } from '../../http/access.ts';
import { readBody } from '../../http/body.ts';
import {
  deleteRef,
  isAncestor,
  isValidRef,
  moveRef,
  objectType,
  readRef,
  readRefs,
  resolveCommit,
} from '../../git/refs.ts';
import { isWritable, nameProblem } from '../../git/ref-names.ts';
import { nodeId } from '../../json/node-id.ts';
import { repositoryUrl } from '../../json/repository.ts';
import { sendList } from '../../http/page.ts';
import { notFound, Problem } from '../../http/problem.ts';
import { reflectPushes } from '../../pushes.ts';
import type { Site } from '../../site.ts';
import { protectionOf } from '../../tables/protections.ts';
import type { Repository } from '../../tables/repositories.ts';

const sha = z.string().regex(/^[0-9a-f]{40}$/, 'sha must be 40 hexadecimal digits');
const createSchema = z.object({ ref: z.string(), sha });
const updateSchema = z.object({ sha, force: z.boolean().default(false) });

export function refRoutes(api: Api, site: Site): void {
  const refJson = async (repo: Repository, ref: string, at: string) => {
    const type = await objectType(site, repo, at);
    return {
      ref,
      node_id: nodeId('Ref', `${repo.id}:${ref}`),
      url: `${repositoryUrl(site, repo)}/git/${encodeURI(ref)}`,
      object: { sha: at, type, url: `${repositoryUrl(site, repo)}/git/${type}s/${at}` },
    };
  };
  /** Only what clients may see: branches, tags and pull request heads. */
  const visible = (ref: string) => /^refs\/(heads|tags|pull)\//.test(ref);

  api.get('/repos/:owner/:repo/git/ref/:ref{.+}', async (c) => {
    const repo = repositoryOf(c, site);
    const ref = `refs/${c.req.param('ref')}`;
    const at = visible(ref) ? await readRef(site, repo, ref) : undefined;
    if (at === undefined) throw notFound();
    return c.json(await refJson(repo, ref, at));
  });

  api.get('/repos/:owner/:repo/git/matching-refs/:ref{.+}', async (c) => {
    const repo = repositoryOf(c, site);
    const refs = [...(await readRefs(site, repo))].filter(
      ([ref]) => visible(ref) && ref.startsWith(`refs/${c.req.param('ref')}`),
    );
    return sendList(c, site, await Promise.all(refs.map(([ref, at]) => refJson(repo, ref, at))));
  });

  api.post('/repos/:owner/:repo/git/refs', async (c) => {
    const repo = repositoryOf(c, site, 'write');
    const body = await readBody(c, 'Reference', createSchema);
    const others = await readRefs(site, repo, 'refs/heads/', 'refs/tags/');
    const problem = nameProblem(body.ref, others.keys());
    if (problem !== undefined || !(await isValidRef(site, body.ref)))
      throw new Problem(422, `${body.ref} is not a valid ref name. ${problem ?? ''}`.trim());
    if ((await resolveCommit(site, repo, body.sha)) === undefined)
      throw new Problem(422, 'Object does not exist');
    if (!(await moveRef(site, repo, body.ref, body.sha, undefined)))
      throw new Problem(422, 'Reference already exists');
    await site.serial.run(repo.id, () => reflectPushes(site, repo, c.get('viewer')));
    return c.json(await refJson(repo, body.ref, body.sha), 201);
  });

  api.patch('/repos/:owner/:repo/git/refs/:ref{.+}', async (c) => {
    const repo = repositoryOf(c, site, 'write');
    const ref = `refs/${c.req.param('ref')}`;
    const body = await readBody(c, 'Reference', updateSchema);
    const old = isWritable(ref) ? await readRef(site, repo, ref) : undefined;
    if (old === undefined) throw new Problem(422, 'Reference does not exist');
    if ((await resolveCommit(site, repo, body.sha)) === undefined)
      throw new Problem(422, 'Object does not exist');
    if (!body.force && !(await isAncestor(site, repo, old, body.sha)))
      throw new Problem(422, 'Update is not a fast forward');
    refuseProtected(site, repo, ref);
    if (!(await moveRef(site, repo, ref, body.sha, old)))
      throw new Problem(409, 'Reference was changed by someone else');
    await site.serial.run(repo.id, () => reflectPushes(site, repo, c.get('viewer')));
    return c.json(await refJson(repo, ref, body.sha));
  });

  api.delete('/repos/:owner/:repo/git/refs/:ref{.+}', async (c) => {
    const repo = repositoryOf(c, site, 'write');
    const ref = `refs/${c.req.param('ref')}`;
    const old = isWritable(ref) ? await readRef(site, repo, ref) : undefined;
    if (old === undefined) throw new Problem(422, 'Reference does not exist');
    if (ref === `refs/heads/${repo.default_branch}`)
      throw new Problem(422, 'Cannot delete the default branch');
    refuseProtected(site, repo, ref);
    if (!(await deleteRef(site, repo, ref, old)))
      throw new Problem(409, 'Reference was changed by someone else');
    await site.serial.run(repo.id, () => reflectPushes(site, repo, c.get('viewer')));
    return c.body(null, 204);
  });
}

function refuseProtected(site: Site, repo: Repository, ref: string): void {
  if (protectionOf(site.db, repo.id, ref.replace(/^refs\/heads\//, '')) === undefined) return;
  throw new Problem(422, 'Cannot change a protected branch this way');
}
