import { z } from 'zod';
import { repositoryOf, type Call, type Api } from '../../http/access.ts';
import { announcePull } from '../../pulls/announce-pull.ts';
import { readBody } from '../../http/body.ts';
import { labelJson } from '../../json/label.ts';
import { sendList } from '../../http/page.ts';
import { invalid, notFound, Problem } from '../../http/problem.ts';
import { nowOf, type Site } from '../../site.ts';
import type { IssueRow } from '../../tables/issues.ts';
import {
  addLabels,
  insertLabel,
  labelNamed,
  labelsOf,
  labelsOn,
  removeLabel,
  type LabelRow,
} from '../../tables/labels.ts';
import type { Repository } from '../../tables/repositories.ts';
import { announceIssue, issueOf, labelNames, setLabels } from './issues.ts';

const color = z
  .string()
  .regex(/^#?[0-9a-fA-F]{6}$/)
  .transform((text) => text.replace('#', '').toLowerCase());
const name = z.string().trim().min(1).max(50);
const description = z.string().max(100).nullish();
const createSchema = z.object({ name, color: color.default('ededed'), description });
const updateSchema = z.object({ new_name: name.optional(), color: color.optional(), description });
const listSchema = z.union([
  z.object({ labels: labelNames }),
  labelNames.transform((labels) => ({ labels })),
]);

export function labelRoutes(api: Api, site: Site): void {
  repositoryLabels(api, site);
  issueLabels(api, site);
}

function repositoryLabels(api: Api, site: Site): void {
  const find = (c: Call, repo: Repository): LabelRow => {
    const label = labelNamed(site.db, repo.id, c.req.param('name') ?? '');
    if (label === undefined) throw notFound();
    return label;
  };

  api.get('/repos/:owner/:repo/labels', (c) => {
    const repo = repositoryOf(c, site);
    return sendList(c, site, labelsOf(site.db, repo.id), (label) => labelJson(site, repo, label));
  });

  api.post('/repos/:owner/:repo/labels', async (c) => {
    const repo = repositoryOf(c, site, 'write');
    const body = await readBody(c, 'Label', createSchema);
    if (labelNamed(site.db, repo.id, body.name) !== undefined)
      throw invalid('Label', 'name', 'already_exists');
    return c.json(
      labelJson(
        site,
        repo,
        insertLabel(site.db, repo.id, { ...body, description: body.description ?? null }),
      ),
      201,
    );
  });

  api.get('/repos/:owner/:repo/labels/:name', (c) => {
    const repo = repositoryOf(c, site);
    return c.json(labelJson(site, repo, find(c, repo)));
  });

  api.patch('/repos/:owner/:repo/labels/:name', async (c) => {
    const repo = repositoryOf(c, site, 'write');
    const label = find(c, repo);
    const body = await readBody(c, 'Label', updateSchema);
    const next = body.new_name ?? label.name;
    const other = labelNamed(site.db, repo.id, next);
    if (other !== undefined && other.id !== label.id) throw invalid('Label', 'name', 'already_exists');
    const words = body.description === undefined ? label.description : body.description;
    site.db.run(
      'UPDATE labels SET name = ?, color = ?, description = ? WHERE id = ?',
      next,
      body.color ?? label.color,
      words,
      label.id,
    );
    return c.json(labelJson(site, repo, labelNamed(site.db, repo.id, next) as LabelRow));
  });

  api.delete('/repos/:owner/:repo/labels/:name', (c) => {
    const repo = repositoryOf(c, site, 'write');
    site.db.run('DELETE FROM labels WHERE id = ?', find(c, repo).id);
    return c.body(null, 204);
  });
}

function issueLabels(api: Api, site: Site): void {
  const base = '/repos/:owner/:repo/issues/:number{[0-9]+}/labels';
  const shown = (c: Call, repo: Repository, issue: IssueRow) =>
    sendList(c, site, labelsOn(site.db, issue.id), (label) => labelJson(site, repo, label));
  const tell = (
    c: Call,
    repo: Repository,
    issue: IssueRow,
    action: 'labeled' | 'unlabeled',
    labels: readonly LabelRow[],
  ) => {
    for (const label of labels) {
      const extra = { label: labelJson(site, repo, label) };
      if (issue.is_pull === 1) announcePull(site, repo, issue.id, action, c.get('viewer'), { extra });
      else announceIssue(site, repo, issue.id, action, c, extra);
    }
  };

  api.get(base, (c) => {
    const repo = repositoryOf(c, site);
    return shown(c, repo, issueOf(c, site, repo));
  });

  api.post(base, async (c) => {
    const repo = repositoryOf(c, site, 'triage');
    const issue = issueOf(c, site, repo);
    const { labels } = await readBody(c, 'Label', listSchema);
    tell(c, repo, issue, 'labeled', addLabels(site.db, issue, labels, c.get('viewer'), nowOf(site)));
    return shown(c, repo, issue);
  });

  api.put(base, async (c) => {
    const repo = repositoryOf(c, site, 'triage');
    const issue = issueOf(c, site, repo);
    const { labels } = await readBody(c, 'Label', listSchema);
    setLabels(site, issue, labels, c);
    return shown(c, repo, issue);
  });

  api.delete(base, (c) => {
    const repo = repositoryOf(c, site, 'triage');
    setLabels(site, issueOf(c, site, repo), [], c);
    return c.body(null, 204);
  });

  api.delete(`${base}/:name`, (c) => {
    const repo = repositoryOf(c, site, 'triage');
    const issue = issueOf(c, site, repo);
    const label = labelNamed(site.db, repo.id, c.req.param('name') ?? '');
    if (label === undefined || !removeLabel(site.db, issue, label, c.get('viewer'), nowOf(site))) {
      throw new Problem(404, 'Label does not exist');
    }
    tell(c, repo, issue, 'unlabeled', [label]);
    return shown(c, repo, issue);
  });
}
