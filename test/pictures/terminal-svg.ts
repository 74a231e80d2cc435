import { displayWidth } from '../../src/render/width.ts';
import { paintedRows, type Color, type Painted } from './painted-row.ts';

/** One screen of a terminal, and how long it is shown. */
export interface Screen {
  rows: readonly string[];
  secs: number;
}

const CELL = 8;
const LINE = 16;
const EDGE = 16;
const TOP = 44;
const INK = '#e6edf3';
const PAPER = '#0d1117';
const COLORS: Readonly<Record<Color, string>> = {
  red: '#ff7b72',
  green: '#7ee787',
  yellow: '#e3b341',
  blue: '#79c0ff',
  magenta: '#d2a8ff',
  cyan: '#76e3ea',
};

const GRAPHEMES = new Intl.Segmenter();

/** A window with the screens one after the other. Who wants no motion, and what cannot move, shows the last one. */
export function terminalSvg(title: string, columns: number, screens: readonly Screen[]): string {
  const height = TOP + Math.max(...screens.map(({ rows }) => rows.length)) * LINE + EDGE;
  const width = columns * CELL + 2 * EDGE;
  const drawn = new Map<string, string>();
  const idOf = (row: string) => {
    const id = drawn.get(row) ?? `r${drawn.size}`;
    drawn.set(row, id);
    return id;
  };
  const groups = screens.map(({ rows }, at) => {
    const uses = paintedRows(rows).flatMap((row, line) => {
      const content = drawnRow(row);
      return content === '' ? [] : [`<use href="#${idOf(content)}" y="${TOP + line * LINE}"/>`];
    });
    return `<g class="s s${at}${at === screens.length - 1 ? ' last' : ''}">${uses.join('')}</g>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="13">`,
    `<style>${motion(screens)}</style>`,
    `<rect width="${width}" height="${height}" rx="10" fill="${PAPER}"/>`,
    ...['#ff5f57', '#febc2e', '#28c840'].map(
      (fill, at) => `<circle cx="${EDGE + 6 + at * 20}" cy="20" r="6" fill="${fill}"/>`,
    ),
    `<text x="${width / 2}" y="25" text-anchor="middle" fill="#8b949e">${escaped(title)}</text>`,
    '<defs>',
    ...[...drawn].map(([row, id]) => `<g id="${id}">${row}</g>`),
    '</defs>',
    ...groups,
    '</svg>',
    '',
  ].join('\n');
}

/** Each screen is seen for its share of the time, again and again. */
function motion(screens: readonly Screen[]): string {
  if (screens.length === 1) return '';
  const total = screens.reduce((sum, { secs }) => sum + secs, 0);
  const percent = (secs: number) => `${((secs / total) * 100).toFixed(2)}%`;
  let from = 0;
  const rules = screens.map(({ secs }, at) => {
    const [begin, end] = [percent(from), percent(from + secs)];
    from += secs;
    const frames = `@keyframes k${at}{0%{visibility:hidden}${begin}{visibility:visible}${end}{visibility:hidden}}`;
    return `${frames}.s${at}{animation:k${at} ${total.toFixed(1)}s step-end infinite}`;
  });
  const still = '@media (prefers-reduced-motion:reduce){.s{animation:none}}';
  return `.s{visibility:hidden}.last{visibility:visible}${rules.join('')}${still}`;
}

function drawnRow(row: readonly Painted[]): string {
  let column = 0;
  return row
    .flatMap(byWidth)
    .map((span) => {
      const at = EDGE + column * CELL;
      const cells = displayWidth(span.text);
      column += cells;
      return drawnSpan(span, at, cells * CELL);
    })
    .join('');
}

/** Wide characters apart: they come from another font, whose glyphs are not as wide as two of the first. */
function byWidth(span: Painted): Painted[] {
  return (span.text.match(/[\u1100-\uffef]+|[^\u1100-\uffef]+/g) ?? [])
    .flatMap((part) =>
      displayWidth(part) > part.length ? [...GRAPHEMES.segment(part)].map(({ segment }) => segment) : [part],
    )
    .map((text) => ({ ...span, text }));
}

/** As wide as its cells, whatever the viewer's font. */
function drawnSpan({ text, color, bold, dim, inverse }: Painted, x: number, width: number): string {
  const ink = color === undefined ? INK : COLORS[color];
  const back = inverse ? `<rect x="${x}" width="${width}" height="${LINE}" fill="${ink}"/>` : '';
  if (text.trim() === '') return back;
  const weight = bold ? ' font-weight="bold"' : '';
  const faint = dim ? ' opacity="0.6"' : '';
  return `${back}<text x="${x}" y="13" fill="${inverse ? PAPER : ink}"${weight}${faint} textLength="${width}" lengthAdjust="spacingAndGlyphs" xml:space="preserve">${escaped(text)}</text>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
