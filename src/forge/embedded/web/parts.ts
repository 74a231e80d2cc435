import { html } from 'hono/html';
import type { FileDiff } from '../git/diff.ts';
import { diffLines } from '../git/hunks.ts';
import type { Site } from '../site.ts';
import { labelsOn } from '../tables/labels.ts';
import type { ReviewCommentRow } from '../tables/review-comments.ts';
import { userById } from '../tables/users.ts';
import { markdown } from './markdown.ts';
import type { Html } from './page.ts';

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

/** Somebody's words. */
export function words(author: string, what: string, at: string, body: string): Html {
  return html`<div class="box">
    <div class="head"><b>${author}</b> <span class="dim">${what} ${at}</span></div>
    ${body === '' ? html`` : html`<div class="words">${markdown(body)}</div>`}
  </div>`;
}

export function diffBox(site: Site, file: FileDiff, comments: readonly ReviewCommentRow[]): Html {
  const name = file.previousPath === undefined ? file.path : `${file.previousPath} → ${file.path}`;
  return html`<div class="box">
    <div class="head">
      <b>${name}</b> <span class="dim">${file.status}</span> <span class="good">+${file.additions}</span>
      <span class="bad">−${file.deletions}</span>
    </div>
    ${file.patch === undefined ? html`<div class="empty">no text to show</div>` : html`<div class="diff">${patchLines(site, file.patch, comments)}</div>`}
  </div>`;
}

function patchLines(site: Site, patch: string, comments: readonly ReviewCommentRow[]): Html[] {
  const positions = new Map(diffLines(patch).map((line) => [line.position, line]));
  return patch.split('\n').map((text, position) => {
    const kind = text.startsWith('@@')
      ? 'hunk'
      : text.startsWith('+')
        ? 'add'
        : text.startsWith('-')
          ? 'del'
          : '';
    const here = positions.has(position) ? comments.filter((comment) => comment.position === position) : [];
    return html`<div class="${kind}">${text === '' ? ' ' : text}</div>
      ${here.map(
        (comment) =>
          html`<div class="note"><b>${login(site, comment.author_id)}</b> ${markdown(comment.body)}</div>`,
      )}`;
  });
}
