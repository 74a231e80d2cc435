import { html } from 'hono/html';
import type { Site } from '../site.ts';
import { labelsOn } from '../tables/labels.ts';
import type { ReviewCommentRow } from '../tables/review-comments.ts';
import { userById } from '../tables/users.ts';
import type { Html } from '../../../render/html/html.ts';
import { markdown } from '../../../render/html/markdown.ts';
import { moment } from '../../../render/html/moment.ts';
import { saying } from '../../../render/html/timeline.ts';

export function login(site: Site, id: number): string {
  return userById(site.db, id).login;
}

export function labels(site: Site, issueId: number): Html {
  return html`${labelsOn(site.db, issueId).map((label) => html` <span class="label">${label.name}</span>`)}`;
}

export function stateBadge(state: string, merged: boolean, draft: boolean): Html {
  const word = merged ? 'merged' : state === 'closed' ? 'closed' : draft ? 'draft' : 'open';
  return html`<span class="state ${word}">${word}</span>`;
}

export function commitLink(home: string, sha: string): Html {
  return html`<a href="${home}/commit/${sha}">${sha.slice(0, 10)}</a>`;
}

/** Somebody's words. `home` is the path of the repository that `#7` and commits are looked for in. */
export function words(
  site: Site,
  author: string,
  what: string | Html,
  at: string,
  body: string,
  home: string,
): Html {
  return saying(author, what, when(site, at), body === '' ? null : markdown(body, home));
}

export function when({ host }: Site, at: string): Html {
  return moment(at, host.clock.now());
}

export function remark(site: Site, row: ReviewCommentRow, home: string): Html {
  return html`<div class="note"><b>${login(site, row.author_id)}</b> ${markdown(row.body, home)}</div>`;
}
