/** How many columns a text takes on a terminal: Hangul, Han, Kana and emoji take two, combining marks none. */
export function displayWidth(text: string): number {
  if (/^[\u0020-\u007e]*$/.test(text)) return text.length;
  let width = 0;
  for (const cluster of clustersOf(text)) width += clusterWidth(cluster);
  return width;
}

let segmenter: Intl.Segmenter | undefined;

/** What a reader sees as one character each, such as a family of emoji or a Hangul syllable in its letters. */
function* clustersOf(text: string): Generator<string> {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  for (const { segment } of segmenter.segment(text)) yield segment;
}

const EMOJI = /^(\p{RGI_Emoji}|\p{Emoji_Presentation})$/v;
const INVISIBLE = /^[\p{Control}\p{Mark}\p{Default_Ignorable_Code_Point}]+$/u;
/** East Asian Wide and Fullwidth, but for emoji. */
const WIDE =
  /^[\u1100-\u115f\u2329\u232a\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{16fe0}-\u{1b2ff}\u{1f200}-\u{1f265}\u{20000}-\u{3fffd}]/u;

function clusterWidth(cluster: string): number {
  if (INVISIBLE.test(cluster)) return 0;
  return EMOJI.test(cluster) || WIDE.test(cluster) ? 2 : 1;
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
