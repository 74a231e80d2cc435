import type { BindingPattern, Directive, Statement, VariableDeclaration } from 'oxc-parser';
import type { ExportKind } from '../exported.ts';
import { classMembers, interfaceMembers, type Member } from './members.ts';
import { callableEnd, head, valueSignature, whole } from './signature.ts';

/** Something a module declares at its top level, under its own name. */
export interface Declared {
  name: string;
  kind: ExportKind;
  signature: string;
  start: number;
  /** The implementation behind overloads: shown only when there are none. */
  implementation?: true;
  members?: readonly Member[];
  constructs?: readonly string[];
  /** What a namespace exports in turn. */
  inner?: readonly Declared[];
}

type AnyStatement = Statement | Directive;

/** What a statement declares. `at` is where its text begins (decorators and `export` left out). */
export function declarationsOf(text: string, node: AnyStatement, ambient: boolean): Declared[] {
  switch (node.type) {
    case 'FunctionDeclaration':
    case 'TSDeclareFunction': {
      const name = node.id?.name ?? 'default';
      const start = node.start;
      if (node.body === null) return [{ name, kind: 'function', signature: whole(text, node), start }];
      const signature = head(text, start, node.body.start);
      return [{ name, kind: 'function', signature, start, implementation: true }];
    }
    case 'ClassDeclaration': {
      const start = classStart(text, node);
      return [
        {
          name: node.id?.name ?? 'default',
          kind: 'class',
          signature: head(text, start, node.body.start),
          start,
          ...classMembers(text, node),
        },
      ];
    }
    case 'VariableDeclaration':
      return variables(text, node);
    case 'TSInterfaceDeclaration':
      return [
        {
          name: node.id.name,
          kind: 'interface',
          signature: whole(text, node),
          start: node.start,
          members: interfaceMembers(text, node.body),
        },
      ];
    case 'TSTypeAliasDeclaration':
      return [{ name: node.id.name, kind: 'type', signature: whole(text, node), start: node.start }];
    case 'TSEnumDeclaration':
      return [{ name: node.id.name, kind: 'enum', signature: whole(text, node), start: node.start }];
    case 'TSModuleDeclaration':
      return node.id.type === 'Identifier' ? [namespace(text, node, node.id.name, ambient)] : [];
    case 'TSImportEqualsDeclaration':
      return [{ name: node.id.name, kind: 'module', signature: whole(text, node), start: node.start }];
    default:
      return [];
  }
}

function variables(text: string, node: VariableDeclaration): Declared[] {
  return node.declarations.flatMap((one) => {
    const keyword = node.declare ? `declare ${node.kind}` : node.kind;
    const callable = one.init !== null && callableEnd(one.init) !== undefined;
    const signature = valueSignature(text, `${keyword} ${text.slice(one.id.start, one.id.end)}`, one.init);
    return boundNames(one.id).map(({ name, start }) => {
      const made = one.init?.type === 'ClassExpression' ? classMembers(text, one.init) : {};
      const kind: ExportKind = callable
        ? 'function'
        : one.init?.type === 'ClassExpression'
          ? 'class'
          : 'variable';
      return { name, kind, signature, start, ...made };
    });
  });
}

/** Every name a pattern binds: `{ a, b: [c, ...d] }` gives a, c and d. */
export function boundNames(pattern: BindingPattern): { name: string; start: number }[] {
  switch (pattern.type) {
    case 'Identifier':
      return [{ name: pattern.name, start: pattern.start }];
    case 'AssignmentPattern':
      return boundNames(pattern.left);
    case 'ArrayPattern':
      return pattern.elements.flatMap((element) =>
        element === null ? [] : boundNames(element.type === 'RestElement' ? element.argument : element),
      );
    case 'ObjectPattern':
      return pattern.properties.flatMap((property) =>
        boundNames(property.type === 'RestElement' ? property.argument : property.value),
      );
    default:
      return [];
  }
}

type Namespace = Extract<AnyStatement, { type: 'TSModuleDeclaration' }>;

function namespace(text: string, node: Namespace, name: string, ambient: boolean): Declared {
  const implied = ambient || node.declare === true;
  const body = node.body?.type === 'TSModuleBlock' ? node.body : undefined;
  const inner = (body?.body ?? []).flatMap((statement) => {
    if (statement.type === 'ExportNamedDeclaration' && statement.declaration !== null)
      return declarationsOf(text, statement.declaration, implied);
    return implied ? declarationsOf(text, statement, implied) : [];
  });
  return {
    name,
    kind: 'module',
    signature: head(text, node.start, body?.start ?? node.end),
    start: node.start,
    inner: withoutImplementations(inner),
  };
}

/** Callers see the overloads of a function, not the signature of its implementation. */
export function withoutImplementations(declared: readonly Declared[]): Declared[] {
  const overloaded = new Set(
    declared.filter((one) => one.kind === 'function' && one.implementation !== true).map((one) => one.name),
  );
  return declared.filter((one) => one.implementation !== true || !overloaded.has(one.name));
}

function classStart(
  text: string,
  node: { start: number; decorators: { end: number }[]; body: { start: number } },
): number {
  const last = node.decorators.at(-1);
  if (last === undefined || last.end > node.body.start) return node.start;
  // `@decorator export class`: the keyword is no part of the class.
  const lead = /^\s*(export\s+(default\s+)?)?/.exec(text.slice(last.end, node.body.start));
  return last.end + (lead?.[0].length ?? 0);
}
