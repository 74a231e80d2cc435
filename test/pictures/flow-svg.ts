import { flowChartOf, type FlowChart, type FlowEdge, type FlowNode } from './flow-chart.ts';

interface Placed extends FlowNode {
  x: number;
  y: number;
  lines: string[];
}

const BOX = { width: 178, line: 16, pad: 10 };
const GAP = { across: 34, along: 52 };
const LETTERS = 24;

/** A Mermaid flowchart as a picture, for readers that draw no Mermaid. Dark and light follow the reader. */
export function flowSvg(text: string): string {
  const chart = flowChartOf(text);
  const placed = place(chart);
  const nodes = [...placed.values()];
  const width = Math.max(...nodes.map(({ x }) => x)) + BOX.width / 2 + 60;
  const height = Math.max(...nodes.map((node) => node.y + heightOf(node) / 2)) + 20;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" font-family="system-ui, sans-serif" font-size="12.5">`,
    `<style>text{fill:#1f2328;text-anchor:middle}.b{fill:#f6f8fa;stroke:#8c959f}.q{fill:#fff8c5;stroke:#bf8700}.e{fill:none;stroke:#656d76;stroke-width:1.3}.l{font-size:11.5px;fill:#656d76;paint-order:stroke;stroke:#fff;stroke-width:4px}.p{fill:#fff}@media (prefers-color-scheme:dark){text{fill:#e6edf3}.b{fill:#161b22;stroke:#6e7681}.q{fill:#2d2506;stroke:#d29922}.e{stroke:#8b949e}.l{fill:#9da7b3;stroke:#0d1117}.p{fill:#0d1117}}</style>`,
    '<defs><marker id="a" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z" fill="#8b949e"/></marker></defs>',
    `<rect class="p" width="${width}" height="${height}"/>`,
    ...chart.edges.map((edge) => drawnEdge(edge, placed, chart.across, width)),
    ...nodes.map(drawnNode),
    '</svg>',
    '',
  ].join('\n');
}

/** Layer by layer; within one, below where their arrows come from. */
function place({ nodes, edges, across }: FlowChart): Map<string, Placed> {
  const placed = new Map<string, Placed>();
  const layers = Map.groupBy(nodes.values(), ({ layer }) => layer);
  const widest = Math.max(...[...layers.values()].map((row) => row.length));
  const step = across ? 46 : BOX.width + GAP.across;
  let along = across ? BOX.width / 2 + 20 : 40;
  for (const [, row] of [...layers].toSorted(([a], [b]) => a - b)) {
    const wanted = new Map(row.map((node) => [node.id, sourceOf(node, edges, placed, across)]));
    const sorted = row.toSorted((a, b) => (wanted.get(a.id) ?? 0) - (wanted.get(b.id) ?? 0));
    const tallest = Math.max(...row.map((node) => heightOf({ lines: wrapped(node.text) })));
    const begin = 40 + (across ? 0 : BOX.width / 2 - 20) + ((widest - row.length) / 2) * step;
    for (const [at, node] of sorted.entries()) {
      const [a, b] = [along + (across ? 0 : tallest / 2), begin + at * step];
      placed.set(node.id, { ...node, lines: wrapped(node.text), x: across ? a : b, y: across ? b : a });
    }
    along += across ? BOX.width + GAP.along : tallest + GAP.along;
  }
  return placed;
}

function sourceOf(
  { id }: FlowNode,
  edges: readonly FlowEdge[],
  placed: ReadonlyMap<string, Placed>,
  across: boolean,
): number {
  const sources = edges
    .filter(({ to, back }) => to === id && !back)
    .flatMap(({ from }) => placed.get(from) ?? []);
  const sum = sources.reduce((total, { x, y }) => total + (across ? y : x), 0);
  return sources.length === 0 ? 0 : sum / sources.length;
}

function wrapped(text: string): string[] {
  if (text === '') return [];
  const lines: string[] = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && last.length + word.length + 1 > LETTERS) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
}

function heightOf({ lines }: Pick<Placed, 'lines'>): number {
  return lines.length === 0 ? 0 : lines.length * BOX.line + 2 * BOX.pad;
}

function drawnNode(node: Placed): string {
  const { x, y, lines, question } = node;
  if (node.passage) return '';
  const height = heightOf(node);
  const text = lines.map(
    (line, at) =>
      `<text x="${x}" y="${y + (at - (lines.length - 1) / 2) * BOX.line + 4.5}">${line.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</text>`,
  );
  return `<rect class="${question ? 'q' : 'b'}" x="${x - BOX.width / 2}" y="${y - height / 2}" width="${BOX.width}" height="${height}" rx="${question ? height / 2 : 6}"/>${text.join('')}`;
}

function drawnEdge(
  { from, to, label, back }: FlowEdge,
  placed: ReadonlyMap<string, Placed>,
  across: boolean,
  width: number,
): string {
  const [a, b] = [placed.get(from), placed.get(to)];
  if (a === undefined || b === undefined) return '';
  const half = (node: Placed) => (node.passage ? 0 : BOX.width / 2);
  const tall = (node: Placed) => heightOf(node) / 2;
  const line = (path: string) => `<path class="e"${b.passage ? '' : ' marker-end="url(#a)"'} d="${path}"/>`;
  const said = (x: number, y: number) =>
    label === '' ? '' : `<text class="l" x="${x}" y="${y}">${label}</text>`;
  if (across) {
    const [x1, x2] = [a.x + half(a), b.x - half(b)];
    const bend = (x2 - x1) / 2;
    return line(`M${x1} ${a.y}C${x1 + bend} ${a.y} ${x2 - bend} ${b.y} ${x2} ${b.y}`);
  }
  if (back) {
    // Around the side where no other box is in the way.
    const right = [...placed.values()].every((node) => node.layer !== b.layer || node.x <= b.x);
    const [turn, out] = right ? [width - 24, 1] : [b.x - half(b) - 60, -1];
    const [x1, x2] = [a.x + out * half(a), b.x + out * half(b)];
    return `${line(`M${x1} ${a.y}C${turn} ${a.y} ${turn} ${b.y} ${x2} ${b.y}`)}${said(x1 + out * 30, a.y - 5)}`;
  }
  const [y1, y2] = [a.y + tall(a), b.y - tall(b)];
  const bend = (y2 - y1) / 2;
  const path = `M${a.x} ${y1}C${a.x} ${y1 + bend} ${b.x} ${y2 - bend} ${b.x} ${y2}`;
  return `${line(path)}${said(b.x - (b.x - a.x) * 0.12, y2 - (b.passage ? 22 : 14))}`;
}
