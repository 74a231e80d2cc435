export type HiddenKind = 'comment' | 'element' | 'attribute' | 'character';

export interface Removed {
  kind: HiddenKind;
  what: string;
  count: number;
}

/** What hides text from people but not from models is taken out, and named so that people can see that it was there. */
const HIDDEN: readonly { kind: HiddenKind; what: string; pattern: RegExp }[] = [
  { kind: 'comment', what: 'HTML comment', pattern: /<!--[\s\S]*?(?:-->|$)/g },
  {
    kind: 'element',
    what: 'hidden element',
    pattern:
      /<(\w+)[^>]*\b(?:hidden|display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0|opacity\s*:\s*0)\b[^>]*>[\s\S]*?(?:<\/\1\s*>|$)/gi,
  },
  {
    kind: 'attribute',
    what: 'hidden attribute',
    pattern: /\s(?:alt|title|aria-label|data-[\w-]+)\s*=\s*(?:"[^"]{80,}"|'[^']{80,}')/gi,
  },
  { kind: 'character', what: 'zero-width character', pattern: /[\u200b-\u200d\u2060\ufeff\u00ad\u180e]/g },
  { kind: 'character', what: 'bidirectional control', pattern: /[\u202a-\u202e\u2066-\u2069\u200e\u200f]/g },
  { kind: 'character', what: 'invisible tag character', pattern: /[\u{e0000}-\u{e007f}]/gu },
  // Tab and newline stay; the rest of C0 and C1 has no business in prose.
  {
    kind: 'character',
    what: 'control character',
    pattern: /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g,
  },
];

export function sanitize(text: string): { text: string; removed: Removed[] } {
  const removed: Removed[] = [];
  let clean = text.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  for (const { kind, what, pattern } of HIDDEN) {
    let count = 0;
    clean = clean.replaceAll(pattern, () => {
      count += 1;
      return '';
    });
    if (count > 0) removed.push({ kind, what, count });
  }
  return { text: clean, removed };
}
