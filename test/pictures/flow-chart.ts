/** What our diagrams use of Mermaid's flowcharts: boxes, questions, arrows with or without a word. */
export interface FlowChart {
  /** From left to right instead of from top to bottom. */
  across: boolean;
  nodes: Map<string, FlowNode>;
  edges: FlowEdge[];
}

export interface FlowNode {
  id: string;
  text: string;
  question: boolean;
  /** How many arrows it is away from the beginning, at most. */
  layer: number;
  /** Nothing is there: a long arrow passes between boxes. */
  passage: boolean;
}

export interface FlowEdge {
  from: string;
  to: string;
  label: string;
  /** It leads back to where the chart has been already. */
  back: boolean;
}

const NODE = String.raw`(\w+)(?:\[([^\]]+)\]|\{([^}]+)\})?`;
const ARROW = new RegExp(String.raw`^${NODE} -->(?:\|([^|]+)\|)? ${NODE}$`);

export function flowChartOf(text: string): FlowChart {
  const [head = '', ...lines] = text.trim().split('\n');
  const direction = /^flowchart (TD|LR)$/.exec(head)?.[1];
  if (direction === undefined) throw new Error(`not a flowchart that can be drawn: ${head}`);
  const nodes = new Map<string, FlowNode>();
  const edges: FlowEdge[] = [];
  for (const line of lines) {
    const match = ARROW.exec(line.trim());
    if (match === null) throw new Error(`not an arrow that can be drawn: ${line}`);
    const [, from = '', box, asked, label = '', to = '', boxTo, askedTo] = match;
    know(nodes, from, box, asked);
    know(nodes, to, boxTo, askedTo);
    edges.push({ from, to, label, back: false });
  }
  markBack(nodes, edges);
  layer(nodes, edges);
  return { across: direction === 'LR', nodes, edges: edges.flatMap((edge) => inSteps(nodes, edge)) };
}

/** An arrow over several layers passes each of them at a place of its own. */
function inSteps(nodes: Map<string, FlowNode>, edge: FlowEdge): FlowEdge[] {
  const [from, to] = [nodes.get(edge.from), nodes.get(edge.to)];
  if (from === undefined || to === undefined || edge.back) return [edge];
  const steps: FlowEdge[] = [];
  let last = edge.from;
  for (let at = from.layer + 1; at < to.layer; at += 1) {
    const id = `${edge.from} ${edge.to} ${at}`;
    nodes.set(id, { id, text: '', question: false, layer: at, passage: true });
    steps.push({ ...edge, from: last, to: id, label: last === edge.from ? edge.label : '' });
    last = id;
  }
  return [...steps, { ...edge, from: last, label: steps.length === 0 ? edge.label : '' }];
}

function know(
  nodes: Map<string, FlowNode>,
  id: string,
  box: string | undefined,
  asked: string | undefined,
): void {
  const known = nodes.get(id);
  const text = box ?? asked ?? known?.text ?? id;
  nodes.set(id, {
    id,
    text,
    question: asked !== undefined || known?.question === true,
    layer: 0,
    passage: false,
  });
}

/** An arrow to a node that is still being followed closes a circle. */
function markBack(nodes: ReadonlyMap<string, FlowNode>, edges: readonly FlowEdge[]): void {
  const done = new Set<string>();
  const visit = (id: string, above: ReadonlySet<string>) => {
    if (done.has(id)) return;
    const here = new Set([...above, id]);
    for (const edge of edges.filter(({ from }) => from === id)) {
      edge.back = here.has(edge.to);
      if (!edge.back) visit(edge.to, here);
    }
    done.add(id);
  };
  for (const id of nodes.keys()) visit(id, new Set());
}

function layer(nodes: ReadonlyMap<string, FlowNode>, edges: readonly FlowEdge[]): void {
  for (let round = 0; round < nodes.size; round += 1)
    for (const { from, to, back } of edges) {
      const [source, target] = [nodes.get(from), nodes.get(to)];
      if (source === undefined || target === undefined || back) continue;
      target.layer = Math.max(target.layer, source.layer + 1);
    }
}
