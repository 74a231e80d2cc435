import type { Class, ClassElement, PropertyKey, TSInterfaceBody } from 'oxc-parser';
import { callableEnd, head, whole } from './signature.ts';

/** A public method of a class or interface. */
export interface Member {
  name: string;
  signature: string;
  start: number;
}

export function classMembers(
  text: string,
  node: Class,
): { members: Member[]; constructs?: readonly string[] } {
  const read = node.body.body.flatMap((element) => method(text, element) ?? []);
  const constructs = withoutImplementations(read.filter((one) => one.constructs));
  return {
    members: withoutImplementations(read.filter((one) => !one.constructs)),
    ...(constructs.length === 0 ? {} : { constructs: constructs.map((one) => one.signature) }),
  };
}

/** Of a name with overloads only these are seen from outside; getter and setter are one. */
function withoutImplementations(found: readonly { member: Member; body: boolean }[]): Member[] {
  const overloaded = new Set(found.filter((one) => !one.body).map((one) => one.member.name));
  const seen = new Set<string>();
  return found
    .filter((one) => {
      if (!one.body) return true;
      if (overloaded.has(one.member.name) || seen.has(one.member.name)) return false;
      seen.add(one.member.name);
      return true;
    })
    .map((one) => one.member);
}

function method(
  text: string,
  element: ClassElement,
): { member: Member; body: boolean; constructs: boolean } | undefined {
  if (element.type === 'StaticBlock' || element.type === 'TSIndexSignature') return undefined;
  if (element.computed || element.accessibility === 'private' || element.accessibility === 'protected')
    return undefined;
  const name = keyName(element.key);
  if (name === undefined) return undefined;
  const start = afterDecorators(text, element);
  if (element.type === 'MethodDefinition' || element.type === 'TSAbstractMethodDefinition') {
    const body = element.value.body;
    const signature =
      body === null ? whole(text, { start, end: element.end }) : head(text, start, body.start);
    return {
      member: { name, signature, start },
      body: body !== null,
      constructs: element.kind === 'constructor',
    };
  }
  if (element.type !== 'PropertyDefinition' || element.value === null) return undefined;
  const end = callableEnd(element.value);
  if (end === undefined) return undefined;
  return { member: { name, signature: head(text, start, end), start }, body: true, constructs: false };
}

function afterDecorators(text: string, element: { start: number; decorators?: { end: number }[] }): number {
  const last = element.decorators?.at(-1);
  if (last === undefined) return element.start;
  const rest = /\S/.exec(text.slice(last.end));
  return last.end + (rest?.index ?? 0);
}

export function interfaceMembers(text: string, body: TSInterfaceBody): Member[] {
  return body.body.flatMap((element) => {
    if (element.type !== 'TSMethodSignature' || element.computed) return [];
    const name = keyName(element.key);
    return name === undefined ? [] : [{ name, signature: whole(text, element), start: element.start }];
  });
}

export function keyName(key: PropertyKey): string | undefined {
  if (key.type === 'Identifier') return key.name;
  if (key.type === 'Literal' && typeof key.value === 'string') return key.value;
  return undefined;
}
