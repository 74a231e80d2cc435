import { z } from 'zod';
import { atLeast } from '../../../../work/issue.ts';
import { repositoryOf, type Call, type Api } from '../../http/access.ts';
import { readBody } from '../../http/body.ts';
import { reactionJson } from '../../json/reaction.ts';
import { sendList } from '../../http/page.ts';
import { notFound, Problem } from '../../http/problem.ts';
import { nowOf, type Site } from '../../site.ts';
import { commentInRepo } from '../../tables/comments.ts';
import { issueNumbered } from '../../tables/issues.ts';
import { addReaction, CONTENTS, reactionsOn, removeReaction, type Subject } from '../../tables/reactions.ts';
import { permissionOf, type Repository } from '../../tables/repositories.ts';
import { reviewCommentInRepo } from '../../tables/review-comments.ts';

const schema = z.object({ content: z.enum(CONTENTS) });

const SUBJECTS: readonly {
  path: string;
  subject: Subject;
  find: (site: Site, repo: Repository, number: number) => { id: number } | undefined;
}[] = [
  {
    path: 'issues/:subject{[0-9]+}',
    subject: 'issue',
    find: (site, repo, number) => issueNumbered(site.db, repo.id, number),
  },
  {
    path: 'issues/comments/:subject{[0-9]+}',
    subject: 'comment',
    find: (site, repo, id) => commentInRepo(site.db, repo.id, id),
  },
  {
    path: 'pulls/comments/:subject{[0-9]+}',
    subject: 'review_comment',
    find: (site, repo, id) => reviewCommentInRepo(site.db, repo.id, id),
  },
];

/** Everybody who can read may react; the same reaction of the same person is there once. */
export function reactionRoutes(api: Api, site: Site): void {
  for (const { path, subject, find } of SUBJECTS) {
    const base = `/repos/:owner/:repo/${path}/reactions`;
    const about = (c: Call, repo: Repository): number => {
      const found = find(site, repo, Number(c.req.param('subject')));
      if (found === undefined) throw notFound();
      return found.id;
    };

    api.get(base, (c) => {
      const all = reactionsOn(site.db, subject, about(c, repositoryOf(c, site)));
      const content = c.req.query('content');
      return sendList(
        c,
        site,
        all.filter((row) => content === undefined || row.content === content),
        (row) => reactionJson(site, row),
      );
    });

    api.post(base, async (c) => {
      const repo = repositoryOf(c, site);
      const id = about(c, repo);
      const { content } = await readBody(c, 'Reaction', schema);
      const { row, made } = addReaction(site.db, repo.id, subject, id, c.get('viewer'), content, nowOf(site));
      return c.json(reactionJson(site, row), made ? 201 : 200);
    });

    api.delete(`${base}/:id{[0-9]+}`, (c) => {
      const repo = repositoryOf(c, site);
      const row = reactionsOn(site.db, subject, about(c, repo)).find(
        ({ id }) => id === Number(c.req.param('id')),
      );
      if (row === undefined) throw notFound();
      const viewer = c.get('viewer');
      if (row.user_id !== viewer.id && !atLeast(permissionOf(site.db, repo, viewer), 'write'))
        throw new Problem(403, 'Must have write access to the repository.');
      removeReaction(site.db, row.id);
      return c.body(null, 204);
    });
  }
}
