/** Groups of nodes that reach each other (Tarjan, without recursion: a chain may be thousands long). */
export function findCycles(edges: readonly { from: string; to: string }[]): string[][] {
  const next = new Map<string, string[]>();
  for (const { from, to } of edges) {
    const targets = next.get(from);
    if (targets === undefined) next.set(from, [to]);
    else targets.push(to);
  }
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const open = new Set<string>();
  const stack: string[] = [];
  const cycles: string[][] = [];

  const enter = (node: string) => {
    index.set(node, index.size);
    low.set(node, index.size - 1);
    stack.push(node);
    open.add(node);
    return { node, targets: next.get(node) ?? [], at: 0 };
  };
  for (const start of next.keys()) {
    if (index.has(start)) continue;
    const path = [enter(start)];
    for (let here = path.at(-1); here !== undefined; here = path.at(-1)) {
      const target = here.targets[here.at];
      here.at += 1;
      const lowest = low.get(here.node) ?? 0;
      if (target !== undefined) {
        if (!index.has(target)) path.push(enter(target));
        else if (open.has(target)) low.set(here.node, Math.min(lowest, index.get(target) ?? 0));
        continue;
      }
      path.pop();
      const above = path.at(-1);
      if (above !== undefined) low.set(above.node, Math.min(low.get(above.node) ?? 0, lowest));
      if (lowest !== index.get(here.node)) continue;
      const group = stack.splice(stack.lastIndexOf(here.node));
      for (const member of group) open.delete(member);
      if (group.length > 1) cycles.push(group.sort());
    }
  }
  return cycles.sort((a, b) => ((a[0] ?? '') < (b[0] ?? '') ? -1 : 1));
}
