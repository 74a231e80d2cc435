import type { DependencyGraph } from './graph.ts';

/** Mermaid's flowchart text: broken edges are dotted, edges inside a cycle thick. */
export function mermaid(graph: DependencyGraph): string {
  const ids = nodeIds(graph);
  const cyclic = inCycle(graph);
  const lines = ['graph LR'];
  for (const [dir, id] of ids) lines.push(`  ${id}["${escapeHtml(dir)}"]`);
  for (const { from, to, symbols, valid } of graph.edges) {
    const arrow = valid ? (cyclic(from, to) ? '==>' : '-->') : '-.->';
    const label = symbols.length === 0 ? '' : `|"${escapeHtml(symbols.join(', '))}"|`;
    lines.push(`  ${ids.get(from) ?? ''} ${arrow}${label} ${ids.get(to) ?? ''}`);
  }
  return `${lines.join('\n')}\n`;
}

/** Graphviz text: broken edges are dashed and red, edges inside a cycle red. */
export function dot(graph: DependencyGraph): string {
  const cyclic = inCycle(graph);
  const lines = ['digraph modules {', '  rankdir=LR;', '  node [shape=box];'];
  const known = new Set(graph.nodes.map(({ dir }) => dir));
  for (const dir of nodeIds(graph).keys())
    lines.push(`  ${quote(dir)}${known.has(dir) ? '' : ' [style=dashed]'};`);
  for (const { from, to, symbols, valid } of graph.edges) {
    const attributes = [
      ...(symbols.length === 0 ? [] : [`label=${quote(symbols.join(', '))}`]),
      ...(valid ? [] : ['style=dashed']),
      ...(valid && !cyclic(from, to) ? [] : ['color=red']),
    ];
    const written = attributes.length === 0 ? '' : ` [${attributes.join(', ')}]`;
    lines.push(`  ${quote(from)} -> ${quote(to)}${written};`);
  }
  return `${[...lines, '}'].join('\n')}\n`;
}

function nodeIds(graph: DependencyGraph): Map<string, string> {
  const dirs = [...graph.nodes.map(({ dir }) => dir), ...graph.edges.map(({ to }) => to)];
  return new Map([...new Set(dirs)].map((dir, at) => [dir, `m${at}`]));
}

function inCycle({ cycles }: DependencyGraph): (from: string, to: string) => boolean {
  const group = new Map(cycles.flatMap((dirs, at) => dirs.map((dir) => [dir, at] as const)));
  return (from, to) => group.has(from) && group.get(from) === group.get(to);
}

function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (char) => `#${char.charCodeAt(0)};`);
}
