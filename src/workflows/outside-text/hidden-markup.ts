import { blocksOf } from './blocks.ts';
import { labelsUsed, withoutDefinitions } from './definitions.ts';
import { withoutInvisibleEntities } from './invisible.ts';
import { withoutExcessCells } from './tables.ts';
import { withoutElements, withoutLong, withoutWordsInTags, type Cleaned } from './tags.ts';

/** What Markdown and HTML keep from people's eyes. The rest of a text is what they see. */
export type MarkupKind = 'comment' | 'element' | 'attribute' | 'note' | 'character';

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

/** Attributes and styles that keep an element from people's eyes, also where the style is written in disguise. */
const UNSEEN_ATTRIBUTES = new RegExp(
  [
    String.raw`\b(?:hidden\b|display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)`,
    String.raw`font-size\s*:\s*[01](?:px|pt|em|%)?\s*(?=[;"'])|font-size\s*:\s*0|font\s*:\s*0`,
    String.raw`opacity\s*:\s*(?:0?\.0|0(?!\.[1-9]))|opacity\s*\(\s*0|scale[xy]?\s*\(\s*0`,
    String.raw`(?:left|top|right|bottom|text-indent|margin(?:-\w+)?|z-index)\s*:\s*-\d{3,}|clip(?:-path)?\s*:`,
    String.raw`(?:max-)?(?:width|height)\s*:\s*[01](?:px|em|%)?\s*(?=[;"'])`,
    String.raw`color\s*[:=]\s*["']?(?:transparent|white|#f{3}(?:f{3})?\b|#\w{3}0\b|#\w{6}00\b)`,
    String.raw`color\s*:\s*(?:rgb|hsl)a?\([^()]{0,40}[,/]\s*0?(?:\.0*)?\s*\)|color\s*:\s*rgba?\(\s*25\d\D+25\d\D+25\d`,
    String.raw`size\s*=\s*["']?0\b)`,
    String.raw`\bstyle\s*=\s*(?:"[^"<>]{0,500}|'[^'<>]{0,500})(?:/\*|&\w+;|&#|\\)`,
  ].join('|'),
  'gi',
);
const UNSEEN_ELEMENTS =
  /^(?:template|script|style|noscript|object|iframe|noembed|noframes|textarea|title|head)$/i;
/** Only drawn or played, by programs that can: what is written inside is for those that cannot. */
const UNSEEN_INSIDE = /^(?:dialog|rp|datalist|audio|video|canvas|svg|math)$/i;
/** An element of no size, by its attributes: what is inside is not seen. A picture of that size has nothing inside. */
const NO_SIZE = /\s(?:width|height)\s*=\s*["']?(?:[01](?:px)?|0%)["']?(?=[\s/>])/gi;
const NO_SUMMARY =
  /<details\b[^<>]*>\s*<summary\b[^<>]*>(?:\s|&nbsp;|&#160;|<\w[^<>]*>){0,200}<\/summary\s*>[\s\S]*?(?:<\/details\s*>|$)/gi;

/** Mathematics in a colour that nobody sees, or that takes room and is not drawn. */
const UNSEEN =
  String.raw`\\(?:(?:text)?color\s*(?:\[\w+\]\s*)?\{\s*(?:white|transparent|#?f{3}(?:f{3})?|1\s*,\s*1\s*,\s*1)\s*\}` +
  String.raw`|color\s+white\b|[gx]?def\s*\\|(?:re)?newcommand\b|style\s*\{|[rl]lap\b|[hm]space\*?\s*\{\s*-|[hv]?phantom\s*\{[^{}]{20})`;
const MATH = new RegExp(
  String.raw`\$\$(?:(?!\$\$)[\s\S]){0,2000}?(?:${UNSEEN}|(?<!\\)%[^\n$]{10})(?:(?!\$\$)[\s\S]){0,9000}?\$\$` +
    String.raw`|(?<!\$)\$(?![\s$])(?:(?!\n\n)[^$]){0,2000}?${UNSEEN}(?:(?!\n\n)[^$]){0,9000}?\$`,
  'gi',
);
/** The first word is the language; what comes after it is shown to nobody. */
const INFO_WORDS = /^([ \t>]*(?:`{3,}[^\s`]*(?=[^`\n]*$)|~{3,}\S*))[ \t]+\S[^\n]*$/gm;
/** What stands in an end tag, or in a tag of a block that nothing closes, browsers pass over. */
const END_TAG = /<\/(?:[^a-z<>][^<>]*|([a-z][\w-]*)\s+[^\s<>][^<>]*)(?:>|(?=<))/gi;
const OPEN_TAG =
  /^ {0,3}<\/?(?:address|article|aside|blockquote|center|dd|details|div|dl|dt|fieldset|figure|footer|form|h[1-6]|header|hr|li|main|menu|nav|ol|p|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)(?=[\s/])[^<>]*?(?=\n[ \t]*\n|<|$(?![\s\S]))/gim;
/** A link around nothing. Twelve characters are more than the arguments of a C++ lambda. */
const EMPTY_LINK =
  /(?<!!)\[(?:\s|&nbsp;|&#160;|&#xa0;){0,50}\]\((?:<[^<>\n]{12,}>|[^\s()<>]{12,}(?:\([^()\s]*\)[^()\s]*)?)\s*\)/gi;
/** Comments in the languages of drawings and formulas. */
const DRAWN = /^ {0,3}(?:`{3,}|~{3,})[ \t]*(?:mermaid|math)\b/i;
const DRAWN_COMMENT = /(?<!\\)%[^\n]{3,}/g;

const TITLED =
  /(\]\((?:<[^<>\n]*>|[^()\s]*(?:\([^()\s]*\)[^()\s]*)?))\s{1,200}(?:"(?:[^"\\]|\\.){0,9000}"|'(?:[^'\\]|\\.){0,9000}'|\((?:[^()\\]|\\.){0,9000}\))\s{0,200}(?=\))/gs;
const FOOTNOTE =
  /^[ \t>]{0,3}(?:[-*+][ \t]+)?\[\^([^\]\s]{1,200})\]:[^\n]*(?:\n(?:[ \t]*\n)*(?: {2,}|\t)[^\n]*)*(?:\n|$)/gm;
/** What is in code refers to nothing, nor does a bracket that is escaped. */
const NO_REFERENCE = /(?<!\\)`[^`\n]*`|\\\[/g;

const changed = (
  text: string,
  wanted: (kind: 'prose' | 'code' | 'html', text: string) => boolean,
  change: (part: string) => Cleaned,
): Cleaned => {
  let count = 0;
  const parts = blocksOf(text).map(({ kind, text: part }) => {
    if (!wanted(kind, part)) return part;
    const done = change(part);
    count += done.count;
    return done.text;
  });
  return { text: parts.join(''), count };
};

/** Definitions may not be looked for in code, which is seen as it is. */
const outsideFences = (text: string, change: (prose: string) => Cleaned): Cleaned =>
  changed(text, (kind) => kind !== 'code', change);

/** The same, beside spans of code. In HTML there are none. */
const outsideCode = (text: string, change: (prose: string) => Cleaned): Cleaned => {
  const inHtml = changed(text, (kind) => kind === 'html', change);
  const inProse = changed(
    inHtml.text,
    (kind) => kind === 'prose',
    (prose) => {
      let count = 0;
      const parts = prose.split(/((?<!\\)`[^`\n]+`)/).map((part, at) => {
        const done = at % 2 === 1 ? { text: part, count: 0 } : change(part);
        count += done.count;
        return done.text;
      });
      return { text: parts.join(''), count };
    },
  );
  return { text: inProse.text, count: inHtml.count + inProse.count };
};

/** Everything but code. */
const seenAsProse = (text: string): string =>
  blocksOf(text)
    .flatMap(({ kind, text: part }) => (kind === 'code' ? [] : [part.replaceAll(NO_REFERENCE, '')]))
    .join('\n');

function withoutFootnotes(text: string): Cleaned {
  const seen = seenAsProse(text.replaceAll(FOOTNOTE, '\n'));
  const used = new Set(Array.from(seen.matchAll(/\[\^([^\]\s]{1,200})\]/g), ([, label]) => label));
  return outsideFences(text, (prose) => {
    let count = 0;
    const clean = prose.replaceAll(FOOTNOTE, (whole: string, label: string) => {
      // The first of a name is the one that is shown.
      if (used.delete(label)) return whole;
      count += 1;
      return '';
    });
    return { text: clean, count };
  });
}

/** Definitions of links are not shown by themselves: one that nothing refers to is a note to whoever reads the source. */
function withoutUnusedDefinitions(text: string): Cleaned {
  const used = labelsUsed(seenAsProse(text));
  const known = new Set<string>();
  return outsideFences(text, (prose) => withoutDefinitions(prose, used, known));
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
  {
    kind: 'element',
    what: 'hidden element',
    without: (text) =>
      outsideCode(text, (part) => withoutElements(part, { names: UNSEEN_INSIDE, ended: true })),
  },
  { kind: 'attribute', what: 'words after the language of a code block', without: taken(INFO_WORDS, '1') },
  {
    kind: 'comment',
    what: 'comment in a drawing',
    without: (text) =>
      changed(text, (kind, part) => kind === 'code' && DRAWN.test(part), taken(DRAWN_COMMENT)),
  },
  {
    kind: 'attribute',
    what: 'link that shows nothing',
    without: (text) => outsideCode(text, taken(EMPTY_LINK)),
  },
  {
    kind: 'attribute',
    what: 'hidden attribute',
    without: (text) => outsideCode(text, withoutWordsInTags),
  },
  {
    kind: 'attribute',
    what: 'hidden attribute',
    without: taken(
      /\s(?:alt|title|aria-[\w-]+|data-[\w-]+|summary|value|content|placeholder)\s*=\s*(?:"[^"]{80,}"|'[^']{80,}')/gi,
    ),
  },
  { kind: 'attribute', what: 'words in an end tag', without: (text) => outsideCode(text, endTags) },
  {
    kind: 'attribute',
    what: 'tag that is never closed',
    without: (text) => outsideFences(text, taken(OPEN_TAG)),
  },
  { kind: 'attribute', what: 'link title', without: (text) => outsideFences(text, taken(TITLED, '1')) },
  {
    kind: 'attribute',
    what: 'long text of an image',
    without: (text) => outsideFences(text, (prose) => withoutLong(prose, '![', ']', 80)),
  },
  { kind: 'note', what: 'unused footnote', without: withoutFootnotes },
  {
    kind: 'note',
    what: 'unused link definition',
    without: withoutUnusedDefinitions,
  },
  { kind: 'note', what: 'cell beyond its table', without: (text) => outsideFences(text, withoutExcessCells) },
  {
    kind: 'character',
    what: 'invisible character by its number',
    without: (text) => outsideCode(text, withoutInvisibleEntities),
  },
];

function endTags(text: string): Cleaned {
  let count = 0;
  const clean = text.replaceAll(END_TAG, (_, name?: string) => {
    count += 1;
    return name === undefined ? '' : `</${name}>`;
  });
  return { text: clean, count };
}
