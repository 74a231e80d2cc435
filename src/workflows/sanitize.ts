/** What hides text from people but not from models is taken out, and named so that people can see that it was there. */
const HIDDEN: readonly { what: string; pattern: RegExp }[] = [
  { what: 'HTML comment', pattern: /<!--[\s\S]*?(?:-->|$)/g },
  {
    what: 'hidden element',
    pattern:
      /<(\w+)[^>]*\b(?:hidden|display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0|opacity\s*:\s*0)\b[^>]*>[\s\S]*?(?:<\/\1\s*>|$)/gi,
  },
  {
    what: 'hidden attribute',
    pattern: /\s(?:alt|title|aria-label|data-[\w-]+)\s*=\s*(?:"[^"]{80,}"|'[^']{80,}')/gi,
  },
  { what: 'zero-width character', pattern: /[\u200b-\u200d\u2060\ufeff\u00ad\u180e]/g },
  { what: 'bidirectional control', pattern: /[\u202a-\u202e\u2066-\u2069\u200e\u200f]/g },
  { what: 'invisible tag character', pattern: /[\u{e0000}-\u{e007f}]/gu },
  // Tab and newline stay; the rest of C0 and C1 has no business in prose.
  { what: 'control character', pattern: /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g },
];

export function sanitize(text: string): { text: string; removed: string[] } {
  const removed: string[] = [];
  let clean = text.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  for (const { what, pattern } of HIDDEN) {
    let count = 0;
    clean = clean.replaceAll(pattern, () => {
      count += 1;
      return '';
    });
    if (count > 0) removed.push(count === 1 ? what : `${count} × ${what}`);
  }
  return { text: clean, removed };
}
