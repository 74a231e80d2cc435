import { keyText } from '../keys/key-path.ts';
import { isPlainObject, type KeyPath, type Source } from './source.ts';

/** Values from one place, and how to say where each of them came from. */
export interface Layer {
  value: Record<string, unknown>;
  origin(path: KeyPath): string;
}

export interface Leaf {
  path: KeyPath;
  value: unknown;
}

/** Every single value: keys and values are looked into, a list is one value. */
export function leavesOf(value: Record<string, unknown>, prefix: KeyPath = []): Leaf[] {
  return Object.entries(value).flatMap(([key, inner]) => {
    if (inner === undefined) return [];
    const path = [...prefix, key];
    return isPlainObject(inner) ? leavesOf(inner, path) : [{ path, value: inner }];
  });
}

export function sourceLayer(source: Source, at: KeyPath, value: Record<string, unknown>): Layer {
  return { value, origin: (path) => `${source.file}:${source.lineOf([...at, ...path])}` };
}

/** Later layers win, value by value; lists are replaced whole. Origins are kept by key. */
export function mergeLayers(layers: readonly Layer[]): {
  value: Record<string, unknown>;
  origins: Map<string, string>;
} {
  const value: Record<string, unknown> = {};
  const origins = new Map<string, string>();
  for (const layer of layers) {
    for (const leaf of leavesOf(layer.value)) {
      let inside = value;
      for (const part of leaf.path.slice(0, -1)) {
        const next = inside[part];
        inside = isPlainObject(next) ? next : (inside[part] = {});
      }
      inside[leaf.path.at(-1) as string] = leaf.value;
      origins.set(keyText(leaf.path), layer.origin(leaf.path));
    }
  }
  return { value, origins };
}
