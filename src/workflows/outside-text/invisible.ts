/** A kind of characters that nobody sees, and where they may stand all the same. */
export interface Invisible {
  what: string;
  pattern: RegExp;
}

/** Scripts whose words need joiners and direction marks. */
const JOINING = '\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Mongolian}\\p{Script=Nko}';
const INDIC =
  '\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}' +
  '\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Script=Khmer}\\p{Script=Myanmar}';
const JOINED = `[${JOINING}${INDIC}\\p{M}]`;
const RIGHT_TO_LEFT = '[\\p{Script=Arabic}\\p{Script=Hebrew}\\p{Script=Syriac}\\p{Script=Thaana}]';
const BEFORE_JOINER = '[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\u{fe0f}]';

/** Between two pictures a joiner makes one of them; between letters of such scripts it is spelling. */
const STRAY_JOINER = new RegExp(
  `(?<!${BEFORE_JOINER})(?<!${JOINED})[\\u200c\\u200d]` +
    `|[\\u200c\\u200d](?!\\p{Extended_Pictographic})(?!${JOINED})` +
    `|(?<=${BEFORE_JOINER})\\u200c`,
  'gu',
);
const STRAY_DIRECTION = new RegExp(
  `(?<!${RIGHT_TO_LEFT}\\p{M}*)[\\u200e\\u200f\\u061c](?!${RIGHT_TO_LEFT})|[\\u202a-\\u202e\\u2066-\\u2069]`,
  'gu',
);
/** England, Scotland and Wales are written with tags; nothing else is. */
const FLAG =
  '\\u{1f3f4}\\u{e0067}\\u{e0062}(?:\\u{e0065}\\u{e006e}\\u{e0067}|\\u{e0073}\\u{e0063}\\u{e0074}' +
  '|\\u{e0077}\\u{e006c}\\u{e0073})\\u{e007f}';

export const INVISIBLE: readonly Invisible[] = [
  {
    what: 'invisible tag character',
    pattern: new RegExp(`(${FLAG})|[\\u{e0000}-\\u{e007f}]`, 'gu'),
  },
  // One after a picture, a digit or a sign chooses its look. The supplementary ones can carry any byte.
  {
    what: 'variation selector',
    pattern: /(?<!\p{Emoji})[\ufe0e\ufe0f]|[\ufe00-\ufe0d]|[\u180b-\u180d]|\u180f|[\u{e0100}-\u{e01ef}]/gu,
  },
  {
    what: 'zero-width character',
    pattern:
      /[\u200b\u2060-\u2064\u206a-\u206f\ufeff\u00ad\u180e]|\u034f|\u17b4|\u17b5|[\u{1d173}-\u{1d17a}]|[\u{1bca0}-\u{1bca3}]/gu,
  },
  { what: 'zero-width character', pattern: STRAY_JOINER },
  { what: 'bidirectional control', pattern: STRAY_DIRECTION },
  { what: 'filler', pattern: /[\u115f\u1160\u3164\uffa0\u2800]/g },
  // Drawn as nothing, though they are no spaces.
  { what: 'filler', pattern: /[\u{1d159}\u{13441}\u{13442}\u{16fe4}]/gu },
  { what: 'interlinear annotation', pattern: /[\ufff9-\ufffc]/g },
  {
    what: 'private character',
    pattern: /[\ue000-\uf8ff\u{f0000}-\u{ffffd}\u{100000}-\u{10fffd}]|\p{Noncharacter_Code_Point}/gu,
  },
  // Whatever else programs are told to pass over when they draw a text, named or not yet.
  {
    what: 'zero-width character',
    pattern: /(?!\ufe0e|\ufe0f|[\u200c-\u200f\u061c\u{e0000}-\u{e007f}])\p{Default_Ignorable_Code_Point}/gu,
  },
  // Tab and newline stay; the rest of C0 and C1 has no business in prose.
  { what: 'control character', pattern: /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g },
];

const ENTITY = /&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]{2,20}));?/gi;
const NAMED =
  /^(?:zwj|zwnj|shy|lrm|rlm|NoBreak|ZeroWidthSpace|ic|it|af|InvisibleComma|InvisibleTimes|ApplyFunction)$/;

/** Characters that nobody sees, written by their number or name: a page shows nothing there either. */
export function withoutInvisibleEntities(text: string): { text: string; count: number } {
  let count = 0;
  const clean = text.replaceAll(ENTITY, (whole: string, hex?: string, decimal?: string, name?: string) => {
    const code = Number.parseInt(hex ?? decimal ?? '0', hex === undefined ? 10 : 16);
    const isHidden = name === undefined ? isInvisible(code) : NAMED.test(name) && whole.endsWith(';');
    if (isHidden) count += 1;
    return isHidden ? '' : whole;
  });
  return { text: clean, count };
}

function isInvisible(code: number): boolean {
  if (code > 0x10_ff_ff || (code >= 0xd8_00 && code <= 0xdf_ff)) return false;
  const character = String.fromCodePoint(code);
  return INVISIBLE.some(({ pattern }) => character.replaceAll(pattern, '') === '');
}
