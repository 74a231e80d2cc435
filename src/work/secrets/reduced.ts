/** A text without everything that only looks: letters and digits alone, in one case, and where each of them was. */
export interface Reduced {
  text: string;
  /** Where the character at this place began, and where it ended. */
  from(at: number): number;
  to(at: number): number;
}

/** Decimal entities; hexadecimal ones, escapes, code points, quoted-printable and percents; octal; escaped blanks. */
const ESCAPE = new RegExp(
  String.raw`&#(\d{1,7});?|(?:&#x0*|\\{1,2}u\{0*)([0-9a-f]{1,6})[;}]?|(?:\\{1,2}u|U\+)([0-9a-f]{4})` +
    String.raw`|(?:\\{1,2}x|[=%])([0-9a-f]{2})|\\{1,2}([0-3]?[0-7]{2})|\\{1,2}[nrt]`,
  'iy',
);
const STARTS = /[&\\=%U]/;

/** Separators, case, width and invisible characters go; with `escapes` what they stand for is put in their place. */
export function reduced(text: string, escapes = false): Reduced {
  const starts = new Uint32Array(text.length * 2 + 32);
  const ends = new Uint32Array(starts.length);
  const kept: string[] = [];
  let length = 0;
  const put = (character: string, from: number, to: number) => {
    for (const each of folded(character)) {
      if (length === starts.length) return;
      starts[length] = from;
      ends[length] = to;
      length += 1;
      kept.push(each);
    }
  };
  for (let at = 0; at < text.length;) {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
    let end = at + character.length;
    let plain = character;
    if (escapes && STARTS.test(character)) {
      ESCAPE.lastIndex = at;
      const found = ESCAPE.exec(text);
      if (found !== null) {
        plain = standsFor(found);
        end = at + found[0].length;
      }
    }
    put(plain, at, end);
    at = end;
  }
  return { text: kept.join(''), from: (at) => starts[at] ?? 0, to: (at) => ends[at] ?? 0 };
}

function standsFor([, decimal, braced, four, two, octal]: RegExpExecArray): string {
  const hex = braced ?? four ?? two;
  const value =
    decimal === undefined
      ? Number.parseInt(hex ?? octal ?? '0', hex === undefined ? 8 : 16)
      : Number.parseInt(decimal, 10);
  return value > 0 && value <= 0x10_ffff ? String.fromCodePoint(value) : '';
}

const TAGS = 0xe_00_00;

function folded(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  // Tags are the same letters once more, which nobody sees.
  if (code >= TAGS && code < TAGS + 127) return folded(String.fromCodePoint(code - TAGS));
  if (code >= 128)
    return character
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, '');
  if ((code >= 97 && code <= 122) || (code >= 48 && code <= 57)) return character;
  return code >= 65 && code <= 90 ? character.toLowerCase() : '';
}
