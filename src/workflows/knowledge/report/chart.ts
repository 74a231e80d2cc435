import { escaped } from './escaped.ts';

const BAR = 18;
const LABELS = 220;
const WIDTH = 640;
const LONGEST_LABEL = 32;

/** A bar for each value, as SVG within the page; empty when there is nothing to compare. */
export function barChart(bars: readonly { label: string; value: number }[]): string {
  const most = Math.max(0, ...bars.map(({ value }) => value));
  if (bars.length < 2 || most === 0) return '';
  const lines = bars.map(({ label, value }, at) => {
    const text = label.length <= LONGEST_LABEL ? label : `${label.slice(0, LONGEST_LABEL - 1)}…`;
    const width = Math.round(((WIDTH - LABELS) * value) / most);
    return (
      `<text x="${LABELS - 8}" y="${at * BAR + 13}" text-anchor="end">${escaped(text)}</text>` +
      `<rect x="${LABELS}" y="${at * BAR + 3}" width="${width}" height="${BAR - 6}"/>`
    );
  });
  return `<svg role="img" width="${WIDTH}" height="${bars.length * BAR}" viewBox="0 0 ${WIDTH} ${bars.length * BAR}">${lines.join('')}</svg>`;
}
