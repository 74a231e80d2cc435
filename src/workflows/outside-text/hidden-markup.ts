import { byFences, withoutElements, withoutLong, type Cleaned } from './tags.ts';

/** What Markdown and HTML keep from people's eyes. The rest of a text is what they see. */
export type MarkupKind = 'comment' | 'element' | 'attribute' | 'note';

export interface HiddenMarkup {
  kind: MarkupKind;
  what: string;
  /** The text without it, and how often it was there. */
  without(text: string): Cleaned;
}

const taken =
  (pattern: RegExp, by = '') =>
  (text: string) => {
    let count = 0;
    const clean = text.replaceAll(pattern, (...found: string[]) => {
      count += 1;
      return by === '' ? '' : (found[Number(by)] ?? '');
    });
    return { text: clean, count };
  };

/** Attributes and styles that keep an element from people's eyes. */
const UNSEEN_ATTRIBUTES =
  /\b(?:hidden\b|display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|font-size\s*:\s*[01](?:px|pt|em|%)?\s*(?=[;"'])|font-size\s*:\s*0|opacity\s*:\s*0|color\s*:\s*(?:transparent|white|#fff(?:fff)?)|(?:left|top|text-indent)\s*:\s*-\d{3,}|clip-path\s*:)/gi;
const UNSEEN_ELEMENTS =
  /^(?:template|script|style|noscript|object|iframe|noembed|noframes|textarea|title|head)$/i;
/** An element of no size, by its attributes: what is inside is not seen. A picture of that size has nothing inside. */
const NO_SIZE = /\s(?:width|height)\s*=\s*["']?(?:[01](?:px)?|0%)["']?(?=[\s/>])/gi;
const NO_SUMMARY =
  /<details\b[^<>]*>\s*<summary\b[^<>]*>(?:\s|&nbsp;|&#160;|<\w[^<>]*>){0,200}<\/summary\s*>[\s\S]*?(?:<\/details\s*>|$)/gi;

/** Mathematics in a colour that nobody sees, or that takes room and is not drawn. */
const UNSEEN =
  String.raw`\\(?:(?:text)?color\s*(?:\[\w+\]\s*)?\{\s*(?:white|transparent|#?f{3}(?:f{3})?|1\s*,\s*1\s*,\s*1)\s*\}` +
  String.raw`|color\s+white\b|[hv]?phantom\s*\{[^{}]{20})`;
const MATH = new RegExp(
  String.raw`\$\$(?:(?!\$\$)[\s\S]){0,2000}?${UNSEEN}(?:(?!\$\$)[\s\S]){0,9000}?\$\$` +
    String.raw`|(?<!\$)\$(?![\s$])(?:(?!\n\n)[^$]){0,2000}?${UNSEEN}(?:(?!\n\n)[^$]){0,9000}?\$`,
  'gi',
);
/** The first word is the language; what comes after it is shown to nobody. */
const INFO_WORDS = /^([ \t>]*(?:`{3,}[^\s`]*(?=[^`\n]*$)|~{3,}\S*))[ \t]+\S[^\n]*$/gm;
const TAG = /<[a-z][\w-]*(?:\s+[^\s=<>"']+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>]+))?)*\s*\/?>/gi;
const TITLE = /\stitle\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>]+)/gi;

function withoutTitles(text: string) {
  let count = 0;
  const clean = text.replaceAll(TAG, (tag) => {
    const done = taken(TITLE)(tag);
    count += done.count;
    return done.text;
  });
  return { text: clean, count };
}

const TITLED =
  /(\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)?)\s{1,200}(?:"[^"]{0,4000}"|'[^']{0,4000}'|\([^()]{0,4000}\))\s{0,200}(?=\))/g;
const DEFINITION = new RegExp(
  String.raw`^[ \t>]{0,12}\[(?!\^)((?:[^\]\\\n]|\\.){1,999})\]:[ \t]*\n?[ \t]*(?:<[^>\n]*>|[^\s<][^\s]*)` +
    String.raw`(?:[ \t]*\n?[ \t]+(?:"[^"]{0,4000}"|'[^']{0,4000}'|\([^()]{0,4000}\)))?[ \t]*(?:\n|$)`,
  'gm',
);
const FOOTNOTE = /^[ \t>]{0,3}\[\^([^\]\s]{1,200})\]:[^\n]*(?:\n(?:[ \t]*\n)*(?: {2,}|\t)[^\n]*)*(?:\n|$)/gm;

const name = (label: string) => label.trim().replaceAll(/\s+/g, ' ').toLowerCase();

/** Definitions are not shown by themselves: one that nothing refers to is a note to whoever reads the source. */
function withoutUnused(text: string, pattern: RegExp, used: (label: string) => boolean): Cleaned {
  let count = 0;
  const clean = text.replaceAll(pattern, (whole: string, label: string) => {
    if (used(label)) return whole;
    count += 1;
    return '';
  });
  return { text: clean, count };
}

/** A label has at most 999 characters, and megabytes between two brackets would exhaust the stack of the pattern. */
function labelsIn(text: string): Set<string> {
  return new Set(
    Array.from(text.matchAll(/\[((?:[^[\]\\]|\\.){1,999})\]/g), ([, label = '']) => name(label)),
  );
}

/** Definitions may not be looked for in code, which is seen as it is. */
function outsideFences(text: string, change: (prose: string) => Cleaned) {
  let count = 0;
  const parts = byFences(text).map((part, at) => {
    if (at % 2 === 1) return part;
    const done = change(part);
    count += done.count;
    return done.text;
  });
  return { text: parts.join(''), count };
}

export const HIDDEN_MARKUP: readonly HiddenMarkup[] = [
  { kind: 'comment', what: 'HTML comment', without: taken(/<!--[\s\S]*?(?:--!?>|$)/g) },
  { kind: 'comment', what: 'CDATA section', without: taken(/<!\[CDATA\[[\s\S]*?(?:\]\]>|$)/gi) },
  { kind: 'comment', what: 'processing instruction', without: taken(/<\?[\s\S]*?(?:\?>|$)/g) },
  { kind: 'comment', what: 'declaration', without: taken(/<![A-Za-z][^>]*(?:>|$)/g) },
  {
    kind: 'element',
    what: 'hidden element',
    without: (text) => withoutElements(text, { attributes: UNSEEN_ATTRIBUTES }),
  },
  {
    kind: 'element',
    what: 'hidden element',
    without: (text) => withoutElements(text, { names: UNSEEN_ELEMENTS }),
  },
  {
    kind: 'element',
    what: 'hidden element',
    without: (text) => withoutElements(text, { attributes: NO_SIZE, except: /^img$/i }),
  },
  { kind: 'element', what: 'details without a summary', without: taken(NO_SUMMARY) },
  { kind: 'element', what: 'unseen mathematics', without: (text) => outsideFences(text, taken(MATH)) },
  { kind: 'attribute', what: 'words after the language of a code block', without: taken(INFO_WORDS, '1') },
  {
    kind: 'attribute',
    what: 'hidden attribute',
    without: (text) => outsideFences(text, withoutTitles),
  },
  {
    kind: 'attribute',
    what: 'hidden attribute',
    without: taken(
      /\s(?:alt|title|aria-[\w-]+|data-[\w-]+|summary|value|content|placeholder)\s*=\s*(?:"[^"]{80,}"|'[^']{80,}')/gi,
    ),
  },
  { kind: 'attribute', what: 'link title', without: (text) => outsideFences(text, taken(TITLED, '1')) },
  {
    kind: 'attribute',
    what: 'long text of an image',
    without: (text) => outsideFences(text, (prose) => withoutLong(prose, '![', ']', 80)),
  },
  {
    kind: 'note',
    what: 'unused footnote',
    without: (text) => {
      const labels = new Set(
        Array.from(text.replaceAll(FOOTNOTE, '\n').matchAll(/\[\^([^\]\s]{1,200})\]/g), ([, label]) => label),
      );
      return outsideFences(text, (prose) => withoutUnused(prose, FOOTNOTE, (label) => labels.has(label)));
    },
  },
  {
    kind: 'note',
    what: 'unused link definition',
    without: (text) => {
      const labels = labelsIn(text.replaceAll(DEFINITION, '\n'));
      return outsideFences(text, (prose) =>
        withoutUnused(prose, DEFINITION, (label) => labels.has(name(label))),
      );
    },
  },
];
