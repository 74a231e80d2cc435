import { html } from 'hono/html';
import type { Changes } from '../../api/board/changes.ts';
import { diffBox } from '../../render/html/diff.ts';
import { parseWorkId } from '../../work/ids.ts';
import { itemName, itemPath } from '../parts/item-name.ts';
import type { Frame, Page } from '../frame.ts';

/** What an item changes, file by file. */
export function changesPage(_frame: Frame, { id, title, of, files, truncated }: Changes): Page {
  const parts = parseWorkId(id);
  const name = itemName(parts);
  const sum = (key: 'additions' | 'deletions') => files.reduce((all, file) => all + file[key], 0);
  const body = html`<p class="crumbs">
      <a href="/">Board</a> / ${parts.repo} / <a href="${itemPath(id)}">${name}</a>
    </p>
    <h1>Changes <span class="num">${title}</span></h1>
    ${
      of === null
        ? html`<div class="box empty">
            Nothing is changed yet. The diff stands here as soon as a step has committed one.
          </div>`
        : html`<p>
              ${of}: ${files.length} ${files.length === 1 ? 'file' : 'files'},
              <span class="good">+${sum('additions')}</span> <span class="bad">−${sum('deletions')}</span>
            </p>
            ${truncated ? html`<p class="said quiet">It is too large to be shown whole.</p>` : ''}
            ${files.map((file) => diffBox(file))}`
    }`;
  return { title: `Changes of ${name}`, body, work: id };
}
