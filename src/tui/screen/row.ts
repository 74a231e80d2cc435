import { visible } from '../../render/visible.ts';
import { oneLine } from '../../render/one-line.ts';
import { clustersOf, clusterWidth, cutTo, displayWidth } from '../../render/width.ts';

export type Style = 'plain' | 'dim' | 'bold' | 'green' | 'yellow' | 'red' | 'cyan' | 'selected';

/** A piece of a row in one style. */
export interface Span {
  text: string;
  style: Style;
}

/** One row of the screen, exactly as wide as the screen. */
export type Row = readonly Span[];

/** Text from outside as one line. */
export function plainText(text: string): string {
  return inert(oneLine(text.replaceAll('\t', ' ')));
}

/** Nothing in it moves the cursor, turns the direction or takes no room; Hangul in whole syllables. */
export function inert(text: string): string {
  const seen = visible(text).normalize('NFC');
  if (/^[\u0020-\u007e]*$/.test(seen)) return seen;
  return [...clustersOf(seen)].filter((cluster) => clusterWidth(cluster) > 0).join('');
}

export function span(text: string, style: Style = 'plain'): Span {
  return { text, style };
}

export function rowWidth(row: Row): number {
  return row.reduce((sum, { text }) => sum + displayWidth(text), 0);
}

/** Cut or filled up to a width; what fills it up has the style given. */
export function fitted(row: Row, width: number, fill: Style = 'plain'): Row {
  const fit: Span[] = [];
  let left = width;
  for (const { text, style } of row) {
    if (left <= 0) break;
    const cut = cutTo(text, left);
    left -= displayWidth(cut);
    if (cut !== '') fit.push({ text: cut, style });
    if (cut !== text) break;
  }
  if (left > 0) fit.push(span(' '.repeat(left), fill));
  return fit;
}

/** The whole row in one style, as for the selected one. */
export function inStyle(row: Row, style: Style): Row {
  return row.map(({ text }) => span(text, style));
}

export function rowText(row: Row): string {
  return row.map(({ text }) => text).join('');
}
