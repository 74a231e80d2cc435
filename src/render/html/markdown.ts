import { html } from 'hono/html';
import type { Html } from './html.ts';
import { isSafeTarget, link } from './link.ts';

/**
 * The part of Markdown that issues, reviews and comments are written in. Everything is text or one of our own
 * elements: the template escapes, links go to http(s) only, HTML shows as it was typed, and comments are left out
 * as they are on GitHub.
 */
export function markdown(text: string, home?: string): Html {
  const lines = text
    .replaceAll('\r\n', '\n')
    .replaceAll(/<!--(?:[\s\S]*?-->|[\s\S]*$)/g, '')
    .split('\n');
  return html`${blocks(lines, { home, depth: 0 })}`;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HEADING = /^ {0,3}(#{1,6}) +(.*?)(?: +#+)?$/;
const RULE = /^ {0,3}([-*_])(?: *\1){2,} *$/;
const QUOTE = /^ {0,3}> ?/;
const ITEM = /^( *)(?:[-*+]|(\d{1,9})[.)]) +/;
const CELLS = /^ *\|?(?: *:?-+:? *\|)+ *(?::?-+:?)? *$/;
const DEEPEST = 8;

/** Where we are: how deep, and the path of the repository whose numbers and commits are meant. */
interface Place {
  home: string | undefined;
  depth: number;
}
const within = ({ home, depth }: Place): Place => ({ home, depth: depth + 1 });

function blocks(lines: readonly string[], place: Place): Html[] {
  const { depth } = place;
  const out: Html[] = [];
  let at = 0;
  const take = (while_: (line: string) => boolean): string[] => {
    const from = at;
    while (at < lines.length && while_(lines[at] ?? '')) at += 1;
    return lines.slice(from, at);
  };
  while (at < lines.length) {
    const line = lines[at] ?? '';
    const fence = FENCE.exec(line)?.[1];
    const heading = HEADING.exec(line);
    const item = ITEM.exec(line);
    if (line.trim() === '') at += 1;
    else if (fence !== undefined) {
      at += 1;
      const body = take(
        (next) => !(next.trimStart().startsWith(fence) && next.trim().length >= fence.length),
      );
      at += 1;
      out.push(html`<pre><code>${body.join('\n')}</code></pre>`);
    } else if (heading !== null) {
      at += 1;
      out.push(headingOf(heading[1]?.length ?? 1, inline(heading[2] ?? '', place)));
    } else if (RULE.test(line)) {
      at += 1;
      out.push(html`<hr />`);
    } else if (QUOTE.test(line) && depth < DEEPEST) {
      const inner = take((next) => QUOTE.test(next)).map((next) => next.replace(QUOTE, ''));
      out.push(html`<blockquote>${blocks(inner, within(place))}</blockquote>`);
    } else if (item !== null && depth < DEEPEST) out.push(listAt(item, take, place));
    else if (line.includes('|') && CELLS.test(lines[at + 1] ?? '')) {
      out.push(
        tableOf(
          take((next) => next.includes('|')),
          place,
        ),
      );
    } else {
      const words = [line, ...(at++, take((next) => !startsBlock(next)))];
      out.push(html`<p>${inline(words.join('\n'), place)}</p>`);
    }
  }
  return out;
}

function startsBlock(line: string): boolean {
  return line.trim() === '' || [FENCE, HEADING, RULE, QUOTE, ITEM].some((form) => form.test(line));
}

/** One list: items of the same kind at the same place, each with what is indented below it. */
function listAt(
  first: RegExpExecArray,
  take: (while_: (line: string) => boolean) => string[],
  place: Place,
): Html {
  const indent = first[1]?.length ?? 0;
  const ordered = first[2] !== undefined;
  const own = (line: string) => {
    const item = ITEM.exec(line);
    return item !== null && item[1]?.length === indent && (item[2] !== undefined) === ordered;
  };
  const below = (line: string) => line.trim() === '' || line.search(/\S/) > indent;
  const items: string[][] = [];
  for (const line of take((next) => own(next) || below(next))) {
    if (own(line)) items.push([line.replace(ITEM, '')]);
    else items.at(-1)?.push(line.slice(Math.min(line.length, indent + 2)));
  }
  const shown = items.map((lines) => html`<li>${itemOf(lines, place)}</li>`);
  return ordered
    ? html`<ol>
        ${shown}
      </ol>`
    : html`<ul>
        ${shown}
      </ul>`;
}

/** A line alone is words, not a paragraph; a task shows its box. */
function itemOf([first = '', ...rest]: string[], place: Place): Html {
  const task = /^\[([ xX])\] +/.exec(first);
  const box = task === null ? '' : task[1] === ' ' ? '☐ ' : '☑ ';
  return html`${box}${inline(task === null ? first : first.slice(task[0].length), place)}${blocks(rest, within(place))}`;
}

function headingOf(level: number, words: Html[]): Html {
  if (level <= 2) return html`<h3>${words}</h3>`;
  return level === 3 ? html`<h4>${words}</h4>` : html`<h5>${words}</h5>`;
}

function tableOf(lines: readonly string[], place: Place): Html {
  const cells = (line: string) =>
    line
      .trim()
      .replaceAll(/^\||\|$/g, '')
      .split('|')
      .map((cell) => inline(cell.trim(), place));
  const [head = '', , ...rows] = lines;
  return html`<table>
    <tr>
      ${cells(head).map((cell) => html`<th>${cell}</th>`)}
    </tr>
    ${rows.map(
      (row) =>
        html`<tr>
          ${cells(row).map((cell) => html`<td>${cell}</td>`)}
        </tr>`,
    )}
  </table>`;
}

const INLINE =
  /(`+)([^`]|[^`][^]{0,2000}?[^`])\1(?!`)|\*\*(?=\S)([^*\n]{1,2000})\*\*|(?<![\w*])[*_](?=\S)([^*_\n]{1,2000})[*_](?!\w)|\[([^\]\n]{1,500})\]\(([^)\s]{1,2000})\)|(https?:\/\/[^\s<>()"'`]{1,2000}[^\s<>()"'`.,;:!?])|(?<![\w/&#])#(\d{1,9})\b|\b([0-9a-f]{40})\b/g;

/** Code, bold, slanted, links, `#7` and commits; the rest is text as it stands. */
function inline(text: string, { home }: Place): Html[] {
  const out: Html[] = [];
  let from = 0;
  for (const match of text.matchAll(INLINE)) {
    out.push(html`${text.slice(from, match.index)}`);
    const [whole, , code, bold, slanted, words, target, bare, number, sha] = match;
    if (code !== undefined) out.push(html`<code>${code}</code>`);
    else if (bold !== undefined) out.push(html`<b>${bold}</b>`);
    else if (slanted !== undefined) out.push(html`<i>${slanted}</i>`);
    else if (bare !== undefined) out.push(link(bare, bare));
    else if (number !== undefined || sha !== undefined) {
      const path = number === undefined ? `commit/${sha ?? ''}` : `issues/${number}`;
      out.push(home === undefined ? html`${whole}` : link(`${home}/${path}`, sha?.slice(0, 10) ?? whole));
    } else out.push(isSafeTarget(target ?? '') ? link(target ?? '', words ?? '') : html`${whole}`);
    from = match.index + whole.length;
  }
  out.push(html`${text.slice(from)}`);
  return out;
}
