import { isSecret } from './keys.ts';
import { isPlainObject, type KeyPath } from '../file/source.ts';

export const HIDDEN = '********';

/** A copy that can be shown: the values of secret keys are hidden, everything else is as it was. */
export function redacted<T>(value: T, path: KeyPath = []): T {
  if (isSecret(path)) return HIDDEN as T;
  if (Array.isArray(value)) return value.map((inner, at) => redacted(inner, [...path, at])) as T;
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) =>
      inner === undefined ? [] : [[key, redacted(inner, [...path, key])]],
    ),
  ) as T;
}
