import { sizeOf } from '../../host/replace-file.ts';
import { openDatabase } from '../../host/sqlite.ts';
import type { Roots } from '../locate/roots.ts';
import { indexState } from './open.ts';

/** What an index is an index of. */
export interface Scope {
  roots: Roots;
  project: string | undefined;
}

export function scopeText({ roots, project }: Scope): string {
  return JSON.stringify({ project: project ?? null, roots });
}

/** What the index at a path was made from; undefined when there is none yet. */
export function scopeOf(path: string): Scope | undefined {
  if (indexState(path, sizeOf(path)) !== 'usable') return undefined;
  const db = openDatabase(path, { readOnly: true });
  try {
    const text = db.get<{ value: string }>("SELECT value FROM meta WHERE name = 'scope'")?.value;
    if (text === undefined) return undefined;
    const { roots, project } = JSON.parse(text) as { roots: Roots; project: string | null };
    return { roots, project: project ?? undefined };
  } finally {
    db.close();
  }
}
