import { counted } from '../../work/counted.ts';
import { systemClock } from '../../host/clock.ts';
import { dot, mermaid } from '../../spec/graph/draw.ts';
import { existsIn } from '../../spec/graph/exists.ts';
import { dependencyGraph, type DependencyGraph } from '../../spec/graph/graph.ts';
import { AutodevError } from '../../work/errors.ts';
import type { Input } from '../command.ts';
import { projectRoot } from './root.ts';

const FORMATS = ['text', 'json', 'mermaid', 'dot'] as const;

export async function run(input: Input): Promise<number> {
  const { openProject } = await import('../../spec/symbols/project.ts');
  const format = formatOf(input);
  const root = await projectRoot(input.text('root'));
  const project = await openProject(root, { home: input.home, now: systemClock.now() });
  const graph = dependencyGraph(project, existsIn(project.root));
  input.io.out(drawn(graph, format));
  return graph.cycles.length + graph.violations.length === 0 ? 0 : 3;
}

function formatOf(input: Input): (typeof FORMATS)[number] {
  const named = [
    ...(input.json ? ['json' as const] : []),
    ...(input.flag('mermaid') ? ['mermaid' as const] : []),
    ...(input.flag('dot') ? ['dot' as const] : []),
  ];
  const format = input.oneOf('format', FORMATS);
  if (format !== undefined) named.push(format as 'json');
  if (new Set(named).size > 1)
    throw new AutodevError('usage', `choose one format, not ${named.join(' and ')}`);
  return named[0] ?? 'text';
}

function drawn(graph: DependencyGraph, format: (typeof FORMATS)[number]): string {
  if (format === 'json') return `${JSON.stringify(graph)}\n`;
  if (format === 'mermaid') return mermaid(graph);
  if (format === 'dot') return dot(graph);
  const lines = graph.edges.map(({ from, to, symbols, valid }) => {
    const what = symbols.length === 0 ? '' : ` (${symbols.join(', ')})`;
    return `${from} → ${to}${what}${valid ? '' : '  broken'}`;
  });
  for (const cycle of graph.cycles) lines.push(`cycle: ${cycle.join(' ↔ ')}`);
  for (const { from, line, kind, message } of graph.violations)
    lines.push(`${from === '.' ? '' : `${from}/`}CLAUDE.md:${line}: ${message} (${kind})`);
  lines.push(
    `${counted(graph.nodes.length, 'module')}, ${counted(graph.edges.length, 'dependency', 'dependencies')}, ` +
      `${counted(graph.cycles.length, 'cycle')}, ${counted(graph.violations.length, 'violation')}`,
  );
  return `${lines.join('\n')}\n`;
}
