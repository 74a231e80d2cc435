/** How many columns a text takes on a terminal: Hangul, Han, Kana and emoji take two, combining marks none. */
export function displayWidth(text: string): number {
  return ASCII.test(text) ? text.length : remembered(text, sumOfClusters);
}

function sumOfClusters(text: string): number {
  let width = 0;
  for (const cluster of clustersOf(text)) width += clusterWidth(cluster);
  return width;
}

const ASCII = /^[\u0020-\u007e]*$/;
/** Characters that stand for themselves and whose width is known: no search for clusters is needed (measured: 10 ×). */
const NARROW =
  '\\u0020-\\u007e\\u00a1-\\u00ac\\u00ae-\\u02ff\\u2010-\\u2027\\u2190-\\u2193\\u2500-\\u25fc\\u2713\\u2717\\u203a';
const BROAD = '\\u3041-\\u3096\\u30a1-\\u30fa\\u4e00-\\u9fff\\uac00-\\ud7a3';
const SIMPLE = new RegExp(`^[${NARROW}${BROAD}]*$`);
const ONE = new RegExp(`^[${NARROW}]$`);
const TWO = new RegExp(`^[${BROAD}]$`);

let segmenter: Intl.Segmenter | undefined;

/** What a reader sees as one character each, such as a family of emoji or a Hangul syllable in its letters. */
export function clustersOf(text: string): Iterable<string> {
  return SIMPLE.test(text) ? text : segmentsOf(text);
}

function* segmentsOf(text: string): Generator<string> {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  for (const { segment } of segmenter.segment(text)) yield segment;
}

const EMOJI = /^(\p{RGI_Emoji}|\p{Emoji_Presentation})$/v;
const INVISIBLE = /^[\p{Control}\p{Mark}\p{Default_Ignorable_Code_Point}]+$/u;
/** East Asian Wide and Fullwidth, but for emoji. */
const WIDE =
  /^[\u1100-\u115f\u2329\u232a\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{16fe0}-\u{1b2ff}\u{1f200}-\u{1f265}\u{20000}-\u{3fffd}]/u;

export function clusterWidth(cluster: string): number {
  if (ONE.test(cluster)) return 1;
  return TWO.test(cluster) ? 2 : remembered(cluster, widthOfCluster);
}

function widthOfCluster(cluster: string): number {
  if (INVISIBLE.test(cluster)) return 0;
  return EMOJI.test(cluster) || WIDE.test(cluster) ? 2 : 1;
}

const widths = new Map<string, number>();
const MOST_REMEMBERED = 10_000;
const LONGEST_REMEMBERED = 500;

/** Screens show the same texts again and again, and finding clusters is slow (measured: half of a picture's time). */
function remembered(text: string, measure: (text: string) => number): number {
  const known = widths.get(text);
  if (known !== undefined) return known;
  const width = measure(text);
  if (widths.size >= MOST_REMEMBERED) widths.clear();
  if (text.length <= LONGEST_REMEMBERED) widths.set(text, width);
  return width;
}

/** Cut to a width, with an ellipsis; never within a character. */
export function cutTo(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  let cut = '';
  let used = 0;
  for (const cluster of clustersOf(text)) {
    used += clusterWidth(cluster);
    if (used > width - 1) break;
    cut += cluster;
  }
  return `${cut}…`;
}

export function padEnd(text: string, width: number): string {
  return `${text}${' '.repeat(Math.max(0, width - displayWidth(text)))}`;
}

export function padStart(text: string, width: number): string {
  return `${' '.repeat(Math.max(0, width - displayWidth(text)))}${text}`;
}

/** In lines of a width: broken at spaces where that is possible, never within a character. At least one line. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  let used = 0;
  for (const word of text.split(/(?<= )/)) {
    const whole = displayWidth(word.trimEnd());
    if (used > 0 && used + whole > width) {
      lines.push(line.trimEnd());
      line = '';
      used = 0;
    }
    for (const cluster of whole > width ? clustersOf(word) : [word]) {
      const wide = displayWidth(cluster);
      if (used > 0 && whole > width && used + wide > width) {
        lines.push(line);
        line = '';
        used = 0;
      }
      line += cluster;
      used += wide;
    }
  }
  return [...lines, line.trimEnd()];
}
