import type {
  Argument,
  AssignmentExpression,
  Directive,
  Expression,
  ObjectExpression,
  Program,
  Statement,
  VariableDeclarator,
} from 'oxc-parser';
import {
  definedValue,
  immediateBody,
  isExportsObject,
  memberName,
  requiredModule,
} from './commonjs-forms.ts';
import { boundNames } from './declaration.ts';
import { keyName } from './members.ts';
import { declaredValue, type Entry, type Imported, valueEntry } from './entry.ts';
import { unwrapped } from './signature.ts';

/**
 * What a CommonJS module exports, in the forms that people and compilers write: `module.exports = …`,
 * `exports.x = …`, `Object.assign(exports, …)`, `Object.defineProperty(exports, …)`, `__exportStar(…)`.
 * `require` calls with a plain binding are added to the imports.
 */
export function commonJsEntries(text: string, program: Program, imports: Map<string, Imported>): Entry[] {
  const found: Entry[] = [];
  const objects = new Map<string, ObjectExpression>();
  const collect = collector(text, found, objects);
  const visit = (node: Statement | Directive | null | undefined): void => {
    switch (node?.type) {
      case 'VariableDeclaration':
        for (const one of node.declarations) {
          readRequire(one, imports);
          if (one.id.type === 'Identifier' && one.init?.type === 'ObjectExpression')
            objects.set(one.id.name, one.init);
          if (one.init?.type === 'AssignmentExpression') collect(one.init);
        }
        break;
      case 'ExpressionStatement':
        for (const inner of immediateBody(node.expression)) visit(inner);
        collect(node.expression);
        break;
      case 'IfStatement': // one build for production, another for development
        visit(node.consequent);
        visit(node.alternate);
        break;
      case 'BlockStatement':
        for (const inner of node.body) visit(inner);
        break;
      case 'TryStatement':
        visit(node.block);
        visit(node.handler?.body);
        break;
      default:
    }
  };
  for (const node of program.body) visit(node);
  return lastOfEachName(found);
}

/** `const a = require('…')` and `const { b: c } = require('…')`. */
function readRequire(one: VariableDeclarator, imports: Map<string, Imported>): void {
  const from = one.init === null ? undefined : requiredModule(one.init);
  if (from === undefined) return;
  if (one.id.type === 'Identifier') imports.set(one.id.name, { from, imported: '*' });
  if (one.id.type !== 'ObjectPattern') return;
  for (const property of one.id.properties) {
    if (property.type === 'RestElement') continue;
    const imported = keyName(property.key);
    const local = boundNames(property.value)[0]?.name;
    if (imported !== undefined && local !== undefined) imports.set(local, { from, imported });
  }
}

function collector(
  text: string,
  found: Entry[],
  objects: ReadonlyMap<string, ObjectExpression>,
): (expression: Expression) => void {
  const collect = (raw: Expression): void => {
    const expression = unwrapped(raw);
    switch (expression.type) {
      case 'AssignmentExpression':
        assignment(expression);
        break;
      case 'LogicalExpression': // `0 && (module.exports = { … })`: how bundlers tell their names
        collect(expression.right);
        break;
      case 'SequenceExpression':
        for (const part of expression.expressions) collect(part);
        break;
      case 'CallExpression':
        call(expression.callee, expression.arguments, expression.start);
        break;
      default:
    }
  };

  const assignment = (node: AssignmentExpression): void => {
    const target = node.left.type === 'MemberExpression' ? node.left : undefined;
    if (target === undefined) return;
    if (isExportsObject(target)) {
      wholeExports(node.right, node.start);
      return;
    }
    if (node.right.type === 'AssignmentExpression') assignment(node.right);
    if (!isExportsObject(target.object)) return;
    const name = memberName(target);
    if (name === undefined || name === '__esModule') return;
    found.push(memberEntry(name, node.right, target.start));
  };

  const memberEntry = (name: string, value: Expression, start: number): Entry => {
    const inner = unwrapped(value);
    if (inner.type === 'Identifier') return { type: 'local', name, local: inner.name, start, statement: '' };
    if (inner.type === 'MemberExpression') {
      const from = requiredModule(inner.object);
      const imported = memberName(inner);
      if (from !== undefined && imported !== undefined)
        return { type: 'from', name, from, imported, start, statement: text.slice(start, value.end) };
    }
    const from = requiredModule(inner);
    if (from !== undefined)
      return { type: 'from', name, from, imported: '*', start, statement: text.slice(start, value.end) };
    return { type: 'inline', name, declared: [declaredValue(text, name, value, start)], start };
  };

  const wholeExports = (raw: Expression, start: number): void => {
    const value = unwrapped(raw);
    if (value.type === 'AssignmentExpression') {
      assignment(value);
      if (value.left.type === 'MemberExpression' && isExportsObject(value.left)) return;
      wholeExports(value.right, start);
      return;
    }
    if (isExportsObject(value)) return;
    const from = requiredModule(value);
    if (from !== undefined) found.push({ type: 'all', from, start, withDefault: true });
    else if (value.type === 'ObjectExpression') object(value);
    else if (value.type === 'Identifier' && objects.has(value.name))
      object(objects.get(value.name) as ObjectExpression);
    else found.push(valueEntry(text, 'default', value, start));
  };

  const object = (node: ObjectExpression): void => {
    for (const property of node.properties) {
      if (property.type === 'SpreadElement') {
        const from = requiredModule(property.argument);
        if (from !== undefined) found.push({ type: 'all', from, start: property.start });
        continue;
      }
      const name = property.computed ? undefined : keyName(property.key);
      if (name === undefined) continue;
      if (property.method || property.kind !== 'init') {
        const end = property.value.type === 'FunctionExpression' ? property.value.body?.start : undefined;
        const signature = text.slice(property.start, end ?? property.end).trimEnd();
        const kind = property.kind === 'get' ? 'variable' : 'function';
        found.push({
          type: 'inline',
          name,
          declared: [{ name, kind, signature, start: property.start }],
          start: property.start,
        });
      } else found.push(memberEntry(name, property.value, property.start));
    }
  };

  const call = (callee: Expression, args: readonly Argument[], start: number): void => {
    const name = callee.type === 'MemberExpression' ? memberName(callee) : undefined;
    const called = callee.type === 'Identifier' ? callee.name : name;
    const [first, second, third] = args as readonly Expression[];
    if (called === '__exportStar' || called === '__export') {
      const from = first === undefined ? undefined : requiredModule(first);
      if (from !== undefined) found.push({ type: 'all', from, start });
    } else if (first === undefined || second === undefined || !isExportsObject(first)) return;
    else if (called === 'assign') {
      for (const part of args.slice(1) as readonly Expression[]) wholeExports(part, start);
    } else if (called === 'defineProperty' && second.type === 'Literal') {
      const key = String(second.value);
      if (key === '__esModule') return;
      const value = third?.type === 'ObjectExpression' ? definedValue(third) : undefined;
      found.push(
        value === undefined
          ? {
              type: 'inline',
              name: key,
              declared: [{ name: key, kind: 'variable', signature: key, start }],
              start,
            }
          : memberEntry(key, value, start),
      );
    }
  };

  return collect;
}

/** Compilers write `exports.a = exports.b = void 0` first: the last word counts. */
function lastOfEachName(found: readonly Entry[]): Entry[] {
  const last = new Map<string, Entry>();
  for (const entry of found) if (entry.type !== 'all') last.set(entry.name, entry);
  return found.filter((entry) => entry.type === 'all' || last.get(entry.name) === entry);
}
