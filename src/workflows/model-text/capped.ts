import { ours, type Publishable } from './publishable.ts';

/** What GitHub takes in one body. */
export const LONGEST_BODY = 65_536;

/** Cut between two lines, with a code block that is open there closed again, and with a word about it. */
export function capped(body: Publishable, longest: number): Publishable {
  if (body.length <= longest) return body;
  const note = (cut: number) => `\n\n[… ${cut} characters more were cut]`;
  const room = longest - note(body.length).length - 100;
  const at = body.lastIndexOf('\n', room);
  // A line that is longer than everything is cut where it has to be, but not within a character.
  const kept = (at > room / 2 ? body.slice(0, at) : body.slice(0, room)).replace(/[\ud800-\udbff]$/, '');
  return ours(`${kept}${openEnd(kept)}${note(body.length - kept.length)}`);
}

function openEnd(text: string): string {
  let open: string | undefined;
  for (const line of text.split('\n')) {
    const [, indent = '', fence = '', rest = ''] = /^( *)(`{3,}|~{3,})([^`]*)$/.exec(line) ?? [];
    if (fence === '') continue;
    if (open === undefined) open = indent + fence;
    else if (fence.startsWith(open.trimStart()) && rest.trim() === '') open = undefined;
  }
  if (open !== undefined) return `\n${open}`;
  // One tick without its fellow would take the rest of the page into code.
  const last = text.slice(text.lastIndexOf('\n') + 1);
  return (last.match(/`/g)?.length ?? 0) % 2 === 1 ? '`' : '';
}
