import { childOf, kindOf, startOf, type Syntax } from '../grammar.ts';

/** One name that a `pub use` makes public. `name` is `*` for all of them. */
export interface Use {
  path: readonly string[];
  name: string;
  signature: string;
  start: number;
}

/** `pub use a::{b as c, d::*}` → a::b as c, a::d::* */
export function readUse(node: Syntax): Use[] {
  const found: Use[] = [];
  const text = node.text().replace(/;\s*$/, '');
  const add = (path: readonly string[], name: string) =>
    void found.push({ path, name, signature: text, start: startOf(node) });

  const visit = (tree: Syntax, before: readonly string[]): void => {
    switch (kindOf(tree)) {
      case 'use_as_clause':
        add([...before, ...segments(tree.field('path'))], tree.field('alias')?.text() ?? '_');
        break;
      case 'use_wildcard': {
        const inner = tree.children().find((child) => child.isNamed());
        add([...before, ...segments(inner)], '*');
        break;
      }
      case 'scoped_use_list': {
        const list = childOf(tree, 'use_list');
        for (const item of list?.children() ?? [])
          if (item.isNamed()) visit(item, [...before, ...segments(tree.field('path'))]);
        break;
      }
      case 'use_list':
        for (const item of tree.children()) if (item.isNamed()) visit(item, before);
        break;
      case 'self':
        add(before, before.at(-1) ?? 'self');
        break;
      case 'identifier':
      case 'scoped_identifier':
      case 'crate':
      case 'super': {
        const path = [...before, ...segments(tree)];
        add(path, path.at(-1) ?? '');
        break;
      }
      default:
    }
  };
  const argument = node.field('argument');
  if (argument !== null) visit(argument, []);
  return found.filter((use) => use.name !== '_');
}

function segments(node: Syntax | null | undefined): string[] {
  return node === null || node === undefined
    ? []
    : node
        .text()
        .split('::')
        .map((part) => part.trim())
        .filter((part) => part !== '');
}
