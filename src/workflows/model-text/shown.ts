import { sanitizeCharacters } from '../outside-text/sanitize.ts';
import { forRobots } from './code.ts';
import { apart, inertPlain, inertProse } from './inert.ts';
import { ours, type Publishable } from './publishable.ts';

/**
 * A model's words as they are published: shown, never obeyed. They read the same, but nobody is called, nothing is
 * closed, linked, loaded or commanded by them, and no mark of ours can be forged.
 */
export function shown(text: string): Publishable {
  const lines = sanitizeCharacters(text).text.split('\n');
  const made: string[] = [];
  let prose: string[] = [];
  const flush = () => {
    if (prose.length > 0) made.push(inertLines(prose));
    prose = [];
  };
  for (let at = 0; at < lines.length; at += 1) {
    const end = fenceEnd(lines, at);
    if (end === undefined) {
      prose.push(lines[at] ?? '');
      continue;
    }
    flush();
    made.push(fenced(lines.slice(at, end + 1)));
    at = end;
  }
  flush();
  return ours(made.join('\n').trim());
}

/** The same in one line, for a list or a cell. */
export function shownLine(text: string): Publishable {
  return ours(inertLines([sanitizeCharacters(text).text.replaceAll(/\s+/g, ' ').trim()]));
}

/** The same for a title or a commit's message, which are no Markdown but for code spans. */
export function shownTitle(text: string, longest: number): Publishable {
  const line = sanitizeCharacters(text).text.replaceAll(/\s+/g, ' ').trim();
  const made = inertSpans(line, inertPlain);
  return ours(made.length <= longest ? made : inertSpans(`${line.slice(0, longest - 20)}…`, inertPlain));
}

const FENCE = /^( *)(`{3,}|~{3,})([^`]*)$/;
/** Kinds of blocks that do more than show what is in them. */
const ACTIVE = /^(?:suggestion|mermaid|geojson|topojson|stl|math)\b/i;

/**
 * The line that closes the code block beginning here. Only those that every reader takes for one count: all of its
 * lines are as far in as its beginning, and it is closed. Anything else is treated as prose, which is always safe.
 */
function fenceEnd(lines: readonly string[], at: number): number | undefined {
  const [, indent = '', fence = ''] = FENCE.exec(lines[at] ?? '') ?? [];
  if (fence === '' || (indent !== '' && fence.startsWith('~'))) return undefined;
  for (let end = at + 1; end < lines.length; end += 1) {
    const line = lines[end] ?? '';
    const closing = /^ *(`{3,}|~{3,}) *$/.exec(line)?.[1];
    if (closing?.startsWith(fence) === true) return line.startsWith(`${indent}${fence}`) ? end : undefined;
    if (indent === '') continue;
    if ((line.trim() !== '' && !line.startsWith(indent)) || line.includes('```')) return undefined;
  }
  return undefined;
}

function fenced([first = '', ...rest]: readonly string[]): string {
  const [, indent = '', fence = '', info = ''] = FENCE.exec(first) ?? [];
  const word = /^[\w+#.-]{1,30}/.exec(info.trim())?.[0] ?? '';
  const language = ACTIVE.test(word) ? 'text' : word;
  return [`${indent}${fence}${language}`, forRobots(rest.join('\n'))].join('\n');
}

function inertLines(lines: readonly string[]): string {
  const text = lines.join('\n');
  const isTable = /^(?=[^\n]*-)(?=[^\n]*\|)[ \t>|:*+\d.)-]+$/m.test(text);
  // Where cells are cut a code span does not hold: what looks like one there is prose.
  if (isTable) return inertSpans(text, inertProse, (span) => !span.includes('|'));
  return inertSpans(text, inertProse);
}

/** Code spans of one line stay code; every other backtick is taken out, so that none of them can pair with ours. */
function inertSpans(
  text: string,
  inert: (prose: string) => string,
  isCode: (span: string) => boolean = () => true,
): string {
  const spans: string[] = [];
  const prose = text
    .replaceAll(/\\`/g, "'")
    .replaceAll(/(?<!`)(`+)(?!`)([^\n]*?[^`\n])\1(?!`)/g, (_, _ticks: string, code: string) => {
      if (!isCode(code)) return code.replaceAll('`', "'");
      spans.push(forRobots(code.replaceAll('`', "'")));
      return `\u0000${spans.length - 1}\u0000`;
    })
    .replaceAll('`', "'");
  const made = inert(prose).replaceAll(
    /\u0000(\d+)\u0000/g,
    (_, at: string) => `\`${spans[Number(at)] ?? ''}\``,
  );
  return apart(made);
}
