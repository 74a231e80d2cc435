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

export function commitLink(home: string, sha: string): Html {
  return html`<a href="${home}/commit/${sha}">${sha.slice(0, 10)}</a>`;
}

/** Somebody's words. `home` is the path of the repository that `#7` and commits are looked for in. */
export function words(author: string, what: string | Html, at: string, body: string, home: string): Html {
  return html`<div class="box">
    <div class="head"><b>${author}</b> <span class="dim">${what} ${at}</span></div>
    ${body === '' ? html`` : html`<div class="words">${markdown(body, home)}</div>`}
  </div>`;
}

export function remark(site: Site, row: ReviewCommentRow, home: string): Html {
  return html`<div class="note"><b>${login(site, row.author_id)}</b> ${markdown(row.body, home)}</div>`;
}

/** A file's patch with the numbers of its lines; `notes` go below the line of their position. */
export function diffBox(file: FileDiff, notes: ReadonlyMap<number, Html[]> = new Map()): Html {
  const name = file.previousPath === undefined ? file.path : `${file.previousPath} → ${file.path}`;
  return html`<div class="box">
    <div class="head">
      <b>${name}</b> <span class="dim">${file.status}</span> <span class="good">+${file.additions}</span>
      <span class="bad">−${file.deletions}</span>
    </div>
    ${file.patch === undefined ? html`<div class="empty">no text to show</div>` : html`<div class="diff">${patchLines(file.patch, notes)}</div>`}
  </div>`;
}

const KINDS: Record<string, string> = { '@': 'hunk', '+': 'add', '-': 'del' };

function patchLines(patch: string, notes: ReadonlyMap<number, Html[]>): Html[] {
  const numbers = new Map(diffLines(patch).map((line) => [line.position, line]));
  const number = (line: number | undefined) => String(line ?? '').padStart(5);
  return patch.split('\n').map((text, position) => {
    const line = numbers.get(position);
    const kind = line === undefined && !text.startsWith('@@') ? '' : (KINDS[text[0] ?? ''] ?? '');
    return html`<div class="${kind}">
        <span class="ln">${number(line?.left)} ${number(line?.right)} </span>${text === '' ? ' ' : text}
      </div>
      ${line === undefined ? [] : (notes.get(position) ?? [])}`;
  });
}
