import type { ExportKind, FileExports, ReadSource, SourceProblem, SourceSymbol } from '../exported.ts';
import { childOf, childrenOf, firstError, kindOf, startOf, syntaxOf, type Syntax } from '../grammar.ts';
import { lineFinder } from '../lines.ts';
import { withPlainValue } from '../plain-value.ts';

const TYPES: Readonly<Record<string, ExportKind>> = {
  class_declaration: 'class',
  record_declaration: 'class',
  interface_declaration: 'interface',
  annotation_type_declaration: 'interface',
  enum_declaration: 'enum',
};

/** Exports of Java files: public types, their public methods, constants and nested types. */
export function javaExports(files: readonly string[], read: ReadSource): FileExports {
  const problems: SourceProblem[] = [];
  const symbols: SourceSymbol[] = [];
  for (const file of files) {
    const text = (read(file) ?? '').replace(/^\uFEFF/, '');
    const line = lineFinder(text);
    const root = syntaxOf('java', text);
    const error = firstError(root);
    if (error !== undefined)
      problems.push({ file, line: line(startOf(error)), message: 'not valid Java here' });
    const reader = { text, symbols, place: (at: number) => ({ file, line: line(at) }) };
    for (const node of childrenOf(root)) readType(reader, node, undefined, false);
  }
  return { symbols, problems };
}

interface Reader {
  text: string;
  symbols: SourceSymbol[];
  place: (offset: number) => { file: string; line: number };
}

function readType(reader: Reader, node: Syntax, parent: string | undefined, implied: boolean): void {
  const kind = TYPES[kindOf(node)];
  if (kind === undefined || !isPublic(node, implied)) return;
  const name = node.field('name')?.text() ?? '';
  const body = node.field('body');
  const start = afterAnnotations(node);
  const own: SourceSymbol = {
    name,
    kind,
    ...(parent === undefined ? {} : { parent }),
    signature: signature(reader.text, node, start, isPlainEnum(body) ? null : body),
    ...reader.place(start),
  };
  reader.symbols.push(own);
  if (body === null) return;
  // Everything in an interface is public unless it says otherwise.
  const open = kind === 'interface';
  const members = body
    .children()
    .flatMap((child) => (kindOf(child) === 'enum_body_declarations' ? child.children() : [child]));
  for (const member of members) readMember(reader, member, own, open);
}

function readMember(reader: Reader, member: Syntax, owner: SourceSymbol, open: boolean): void {
  const { text, symbols, place } = reader;
  readType(reader, member, owner.name, open);
  if (!isPublic(member, open)) return;
  const start = afterAnnotations(member);
  switch (kindOf(member)) {
    case 'method_declaration':
    case 'annotation_type_element_declaration':
      symbols.push({
        name: member.field('name')?.text() ?? '',
        kind: 'method',
        parent: owner.name,
        signature: signature(text, member, start, member.field('body')),
        ...place(start),
      });
      break;
    case 'constructor_declaration':
      owner.constructs = [...(owner.constructs ?? []), signature(text, member, start, member.field('body'))];
      break;
    case 'constant_declaration':
    case 'field_declaration': {
      const modifiers = childOf(member, 'modifiers')?.text() ?? '';
      if (!open && !(/\bstatic\b/.test(modifiers) && /\bfinal\b/.test(modifiers))) return;
      for (const one of member.children().filter((child) => kindOf(child) === 'variable_declarator')) {
        const name = one.field('name')?.text() ?? '';
        const type = text.slice(start, member.field('type')?.range().end.index ?? start);
        const shown = withPlainValue(`${type} ${name}`, one.field('value')?.text());
        symbols.push({ name, kind: 'variable', parent: owner.name, signature: shown, ...place(start) });
      }
      break;
    }
    default:
  }
}

function isPublic(node: Syntax, implied: boolean): boolean {
  const words = childOf(node, 'modifiers')?.children().map(kindOf) ?? [];
  return words.includes('public') || (implied && !words.includes('private') && !words.includes('protected'));
}

/** Only constants: then the body is what others see. */
function isPlainEnum(body: Syntax | null): boolean {
  return (
    body !== null &&
    kindOf(body) === 'enum_body' &&
    body.find({ rule: { any: [{ kind: 'enum_body_declarations' }, { kind: 'class_body' }] } }) === null
  );
}

function afterAnnotations(node: Syntax): number {
  const modifiers = childOf(node, 'modifiers');
  if (modifiers === undefined) return startOf(node);
  const first = modifiers.children().find((child) => !/(annotation|comment)$/.test(kindOf(child)));
  return first === undefined ? startOf(modifiers.next() ?? node) : startOf(first);
}

function signature(text: string, node: Syntax, start: number, body: Syntax | null): string {
  const end = body === null ? node.range().end.index : startOf(body);
  return text.slice(start, end).replace(/[;\s]+$/, '');
}
