import { readSignature } from '../parse/symbol/signature.ts';
import { variableValue } from '../parse/symbol/values.ts';
import { changeOf, type Change } from './change.ts';
import { canonicalType, sameType } from './type-text.ts';

/** A value against its spec: another type breaks, another value does not. */
export function compareVariables(before: string, value: string | undefined, after: string): Change {
  const [old, now] = [readSignature(before).after, readSignature(after).after];
  const [was, is] = [value ?? variableValue(old), variableValue(now)];
  const [oldType, newType] = [declaredType(old), declaredType(now)];
  return changeOf([
    ...(sameType(oldType, newType)
      ? []
      : [{ reason: `type changed: ${oldType} → ${newType}`, breaking: true }]),
    ...(was === undefined || is === undefined || canonicalType(was) === canonicalType(is)
      ? []
      : [{ reason: `value changed: ${was} → ${is}`, breaking: false }]),
  ]);
}

/** The type after a colon, unless what stands there is a value. */
function declaredType(after: string): string | undefined {
  const type = /^\??:\s*([^=]+?)\s*(?:=[\s\S]*)?$/.exec(after)?.[1];
  return type === undefined || /^(?:-?\d|["'`]|true$|false$|null$|None$)/.test(type) ? undefined : type;
}
