import { html, raw } from 'hono/html';
import type { Html } from './html.ts';

export interface ShownFile {
  path: string;
  previousPath: string | null | undefined;
  status: string;
  additions: number;
  deletions: number;
  /** From the first `@@` on; absent for binary files and for very large patches. */
  patch: string | null | undefined;
}

/** A file's patch with the numbers of its lines; `notes` go below the line of their position. */
export function diffBox(file: ShownFile, notes: ReadonlyMap<number, Html[]> = new Map()): Html {
  const { path, previousPath, status, additions, deletions, patch } = file;
  const name = previousPath === null || previousPath === undefined ? path : `${previousPath} → ${path}`;
  return html`<section class="box file" aria-label="${path}">
    <div class="head">
      <b>${name}</b> <span class="dim">${status}</span> <span class="good">+${additions}</span>
      <span class="bad">−${deletions}</span>
    </div>
    ${
      patch === null || patch === undefined
        ? html`<div class="empty">no text to show</div>`
        : html`<div class="diff" tabindex="0" role="region" aria-label="changes of ${path}">
            ${patchLines(patch, notes)}
          </div>`
    }
  </section>`;
}

const KINDS: Readonly<Record<string, string>> = { '@': 'hunk', '+': 'add', '-': 'del' };
const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;
const WIDTH = 5;

/**
 * Lines between two notes are one string: a diff of 5,000 lines as a template each took ten times as long.
 * The position counts from the first `@@`, as GitHub does.
 */
function patchLines(patch: string, notes: ReadonlyMap<number, Html[]>): Html[] {
  const out: Html[] = [];
  let text = '';
  let left = 0;
  let right = 0;
  for (const [position, line] of patch.split('\n').entries()) {
    const hunk = HUNK.exec(line);
    const first = line[0] ?? ' ';
    const numbered = hunk === null && first !== '\\';
    if (hunk !== null) [left, right] = [Number(hunk[1]), Number(hunk[2])];
    const before = numbered && first !== '+' ? String(left++) : '';
    const after = numbered && first !== '-' ? String(right++) : '';
    const kind = hunk === null && !numbered ? '' : (KINDS[first] ?? '');
    const numbers = `${before.padStart(WIDTH)} ${after.padStart(WIDTH)} `;
    text += `<div class="${kind}"><span class="ln">${numbers}</span>${escaped(line === '' ? ' ' : line)}</div>`;
    const below = notes.get(position);
    if (below === undefined) continue;
    out.push(raw(text), ...below);
    text = '';
  }
  return [...out, raw(text)];
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}
