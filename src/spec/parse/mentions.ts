import type { Blocks } from './blocks/blocks.ts';
import type { Section } from './sections.ts';

/** `path/CLAUDE.md#symbol` where it stands in a file. */
export interface Mention {
  /** The path as written, up to and with `CLAUDE.md`. */
  path: string;
  symbol: string;
  section: string;
  line: number;
}

const FILE = 'CLAUDE.md#';

/** Every cross reference of a file, with the section it stands in. */
export function findMentions(
  { blocks, mentions }: Pick<Blocks, 'blocks' | 'mentions'>,
  sections: readonly Section[],
): Mention[] {
  const { headings } = blocks;
  const found: Mention[] = [];
  let at = 0;
  let next = 0;
  let section = '';
  for (const { line, text } of mentions) {
    for (; at < headings.length; at += 1) {
      const heading = headings[at] as number;
      if (blocks.line(heading) > line) break;
      if (sections[next]?.line === blocks.line(heading)) {
        section = (sections[next] as Section).name;
        next += 1;
      } else if (blocks.depth(heading) <= 2) section = blocks.text(heading);
    }
    for (let hit = text.indexOf(FILE); hit !== -1; hit = text.indexOf(FILE, hit + FILE.length)) {
      const end = symbolEnd(text, hit + FILE.length);
      if (end === hit + FILE.length) continue;
      const start = pathStart(text, hit);
      // `MYCLAUDE.md` is another file.
      if (start < hit && text[hit - 1] !== '/') continue;
      found.push({
        path: text.slice(start, hit + FILE.length - 1),
        symbol: text.slice(hit + FILE.length, end),
        section,
        line,
      });
    }
  }
  return found;
}

/** `#` is no path character, so that no character is looked at twice. */
function pathStart(text: string, end: number): number {
  let start = end;
  while (start > 0 && isPathCode(text.charCodeAt(start - 1))) start -= 1;
  return start;
}

function isPathCode(code: number): boolean {
  if (code >= 0xc0) return !(code >= 0x2000 && code <= 0x303f) && code < 0xff00;
  return isWordCode(code) || code === 47 || code === 46 || code === 45 || code === 64 || code === 43;
}

/** ASCII only: in Korean text a particle follows the symbol without a space. */
function isWordCode(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 95 ||
    code === 36
  );
}

/** An identifier, `Type.member`, or a use case (`UC-3`). */
function symbolEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && isWordCode(text.charCodeAt(at))) at += 1;
  if (at === from) return from;
  const code = text.charCodeAt(at);
  if (code === 46 && /[A-Za-z_]/.test(text[at + 1] ?? '')) {
    at += 1;
    while (at < text.length && isWordCode(text.charCodeAt(at))) at += 1;
  } else if (code === 45 && text.slice(from, at).toUpperCase() === 'UC') {
    const digits = /^\d+/.exec(text.slice(at + 1, at + 12))?.[0].length ?? 0;
    if (digits > 0) at += 1 + digits;
  }
  return at;
}
