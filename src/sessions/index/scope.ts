import type { Roots } from '../locate/roots.ts';
import { metaOf } from './meta.ts';
import { openUsable } from './open.ts';

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
  const db = openUsable(path);
  if (db === undefined) return undefined;
  try {
    const text = metaOf(db, 'scope');
    if (text === undefined) return undefined;
    const { roots, project } = JSON.parse(text) as { roots: Roots; project: string | null };
    return { roots, project: project ?? undefined };
  } finally {
    db.close();
  }
}
