import { join } from 'node:path';
import type { Roots } from '../../sessions/locate/roots.ts';

/** Where transcripts were looked for, when there are none at all: most likely they are somewhere else. */
export function nothingFound(roots: Roots): string {
  const places = [
    ...roots.claude.map((root) => join(root, 'projects')),
    ...roots.codex.map((root) => join(root, 'sessions')),
    ...roots.gemini.map((root) => join(root, 'tmp')),
  ];
  return [
    'autodev: no transcripts were found; looked in',
    ...places.map((place) => `  ${place}`),
    'hint: name another ~/.claude with --home',
  ].join('\n');
}
