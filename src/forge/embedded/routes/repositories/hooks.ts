import { z } from 'zod';
import { repositoryOf, type Call, type Api } from '../../http/access.ts';
import { readBody } from '../../http/body.ts';
import { repositoryUrl } from '../../json/repository.ts';
import { sendList } from '../../http/page.ts';
import { notFound } from '../../http/problem.ts';
import { nowOf, type Site } from '../../site.ts';
import { deliveriesOf, hookOf, hooksOf, type HookRow } from '../../tables/hooks.ts';
import type { Repository } from '../../tables/repositories.ts';

const config = z.object({
  url: z.url({ protocol: /^https?$/ }),
  content_type: z.enum(['json', 'form']).default('form'),
  secret: z.string().optional(),
  insecure_ssl: z.union([z.string(), z.number()]).optional(),
});
const createSchema = z.object({
  name: z.literal('web').optional(),
  config,
  events: z.array(z.string()).default(['push']),
  active: z.boolean().default(true),
});
const updateSchema = z.object({
  config: config.partial().optional(),
  events: z.array(z.string()).optional(),
  add_events: z.array(z.string()).default([]),
  remove_events: z.array(z.string()).default([]),
  active: z.boolean().optional(),
});

export function hookRoutes(api: Api, site: Site): void {
  const base = '/repos/:owner/:repo/hooks';
  const find = (c: Call, repo: Repository): HookRow => {
    const hook = hookOf(site.db, repo.id, Number(c.req.param('id')));
    if (hook === undefined) throw notFound();
    return hook;
  };
  const ping = (c: Call, repo: Repository, hook: HookRow) =>
    site.announce({
      repo,
      event: 'ping',
      hookId: hook.id,
      action: null,
      sender: c.get('viewer'),
      payload: () => ({
        zen: 'Keep it logically awesome.',
        hook_id: hook.id,
        hook: hookJson(site, repo, hook),
      }),
    });

  api.get(base, (c) => {
    const repo = repositoryOf(c, site, 'admin');
    return sendList(c, site, hooksOf(site.db, repo.id), (hook) => hookJson(site, repo, hook));
  });

  api.post(base, async (c) => {
    const repo = repositoryOf(c, site, 'admin');
    const body = await readBody(c, 'Hook', createSchema);
    const at = nowOf(site);
    const { lastId } = site.db.run(
      'INSERT INTO hooks (repo_id, active, events, url, secret, content_type, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
      repo.id,
      body.active ? 1 : 0,
      JSON.stringify(body.events),
      body.config.url,
      body.config.secret ?? null,
      body.config.content_type,
      at,
      at,
    );
    const hook = hookOf(site.db, repo.id, lastId) as HookRow;
    ping(c, repo, hook);
    return c.json(hookJson(site, repo, hook), 201);
  });

  api.get(`${base}/:id{[0-9]+}`, (c) => {
    const repo = repositoryOf(c, site, 'admin');
    return c.json(hookJson(site, repo, find(c, repo)));
  });

  api.patch(`${base}/:id{[0-9]+}`, async (c) => {
    const repo = repositoryOf(c, site, 'admin');
    const hook = find(c, repo);
    const body = await readBody(c, 'Hook', updateSchema);
    const events = new Set([...(body.events ?? (JSON.parse(hook.events) as string[])), ...body.add_events]);
    for (const event of body.remove_events) events.delete(event);
    site.db.run(
      'UPDATE hooks SET active = ?, events = ?, url = ?, secret = ?, content_type = ?, updated_at = ? WHERE id = ?',
      (body.active ?? hook.active === 1) ? 1 : 0,
      JSON.stringify([...events]),
      body.config?.url ?? hook.url,
      body.config?.secret ?? hook.secret,
      body.config?.content_type ?? hook.content_type,
      nowOf(site),
      hook.id,
    );
    return c.json(hookJson(site, repo, find(c, repo)));
  });

  api.delete(`${base}/:id{[0-9]+}`, (c) => {
    const repo = repositoryOf(c, site, 'admin');
    site.db.run('DELETE FROM hooks WHERE id = ?', find(c, repo).id);
    return c.body(null, 204);
  });

  api.post(`${base}/:id{[0-9]+}/pings`, (c) => {
    const repo = repositoryOf(c, site, 'admin');
    ping(c, repo, find(c, repo));
    return c.body(null, 204);
  });

  api.get(`${base}/:id{[0-9]+}/deliveries`, (c) => {
    const repo = repositoryOf(c, site, 'admin');
    return sendList(c, site, deliveriesOf(site.db, find(c, repo).id), (row) => ({
      id: row.id,
      guid: row.guid,
      delivered_at: row.delivered_at,
      redelivery: false,
      duration: row.duration,
      status: row.status,
      status_code: row.status_code,
      event: row.event,
      action: row.action,
      installation_id: null,
      repository_id: repo.id,
    }));
  });
}

/** The secret is never shown again. */
function hookJson(site: Site, repo: Repository, hook: HookRow): Record<string, unknown> {
  const url = `${repositoryUrl(site, repo)}/hooks/${hook.id}`;
  const last = deliveriesOf(site.db, hook.id)[0];
  return {
    type: 'Repository',
    id: hook.id,
    name: 'web',
    active: hook.active === 1,
    events: JSON.parse(hook.events) as string[],
    config: {
      content_type: hook.content_type,
      insecure_ssl: '0',
      url: hook.url,
      ...(hook.secret === null ? {} : { secret: '********' }),
    },
    created_at: hook.created_at,
    updated_at: hook.updated_at,
    url,
    test_url: `${url}/tests`,
    ping_url: `${url}/pings`,
    deliveries_url: `${url}/deliveries`,
    last_response: { code: last?.status_code ?? null, status: last?.status ?? 'unused', message: null },
  };
}
