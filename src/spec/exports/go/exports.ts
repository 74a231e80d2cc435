import type { FileExports, ReadSource, SourceProblem, SourceSymbol } from '../exported.ts';
import {
  childOf,
  childrenOf,
  firstError,
  headOf,
  kindOf,
  startOf,
  syntaxOf,
  type Syntax,
} from '../grammar.ts';
import { lineFinder } from '../lines.ts';
import { withPlainValue } from '../plain-value.ts';

/** Exports of Go files: names with a capital letter, and such methods of such types. */
export function goExports(files: readonly string[], read: ReadSource): FileExports {
  const problems: SourceProblem[] = [];
  const symbols: SourceSymbol[] = [];
  for (const file of files) {
    const text = (read(file) ?? '').replace(/^\uFEFF/, '');
    const line = lineFinder(text);
    const root = syntaxOf('go', text);
    const error = firstError(root);
    if (error !== undefined)
      problems.push({ file, line: line(startOf(error)), message: 'not valid Go here' });
    const add = (
      node: Syntax,
      name: string,
      kind: SourceSymbol['kind'],
      signature: string,
      parent?: string,
    ) => {
      if (!isExported(name) || (parent !== undefined && !isExported(parent))) return;
      symbols.push({
        name,
        kind,
        ...(parent === undefined ? {} : { parent }),
        signature,
        file,
        line: line(startOf(node)),
      });
    };
    for (const node of childrenOf(root)) readDeclaration(text, node, add);
  }
  return { symbols, problems };
}

type Add = (
  node: Syntax,
  name: string,
  kind: SourceSymbol['kind'],
  signature: string,
  parent?: string,
) => void;

function readDeclaration(text: string, node: Syntax, add: Add): void {
  switch (kindOf(node)) {
    case 'function_declaration':
      add(node, node.field('name')?.text() ?? '', 'function', headOf(text, node, node.field('body')));
      break;
    case 'method_declaration': {
      const name = node.field('name')?.text() ?? '';
      add(node, name, 'method', headOf(text, node, node.field('body')), receiverType(node));
      break;
    }
    case 'type_declaration':
      for (const spec of node.children())
        if (kindOf(spec) === 'type_spec' || kindOf(spec) === 'type_alias') readType(spec, add);
      break;
    case 'const_declaration':
      readValues(node, 'const', 'const_spec', add);
      break;
    case 'var_declaration':
      readValues(node, 'var', 'var_spec', add);
      break;
    default:
  }
}

function readType(spec: Syntax, add: Add): void {
  const name = spec.field('name')?.text() ?? '';
  const type = spec.field('type');
  const shape = type === null ? '' : kindOf(type);
  const kind = shape === 'struct_type' ? 'struct' : shape === 'interface_type' ? 'interface' : 'type';
  add(spec, name, kind, `type ${spec.text()}`);
  if (type === null || shape !== 'interface_type') return;
  for (const member of type.children()) {
    if (kindOf(member) !== 'method_elem' && kindOf(member) !== 'method_spec') continue;
    add(member, member.field('name')?.text() ?? '', 'method', member.text(), name);
  }
}

function readValues(node: Syntax, keyword: string, kind: string, add: Add): void {
  for (const child of node.children()) {
    if (kindOf(child) === `${kind}_list`) readValues(child, keyword, kind, add);
    if (kindOf(child) !== kind) continue;
    const value = child.field('value')?.text();
    const text = child.text();
    const before =
      value === undefined ? text : text.slice(0, text.length - value.length).replace(/\s*=\s*$/, '');
    for (const name of child.children())
      if (kindOf(name) === 'identifier')
        add(name, name.text(), 'variable', withPlainValue(`${keyword} ${before}`, value));
  }
}

/** `S` of `(s *S[T])`. */
function receiverType(node: Syntax): string {
  const receiver = node.field('receiver');
  const declaration = receiver === null ? undefined : childOf(receiver, 'parameter_declaration');
  return (
    declaration
      ?.field('type')
      ?.text()
      .replace(/^\(?\s*\*?\s*/, '')
      .replace(/[[)\s].*$/s, '') ?? ''
  );
}

function isExported(name: string): boolean {
  return /^\p{Lu}/u.test(name);
}
