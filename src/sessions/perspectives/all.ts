import { AutodevError } from '../../work/errors.ts';
import { costs } from './costs.ts';
import { hotfiles } from './hotfiles.ts';
import type { Perspective } from './perspective.ts';
import { prompts } from './prompts.ts';
import { repetition } from './repetition.ts';
import { sequences } from './sequences.ts';
import { sessionLinks } from './session-links.ts';
import { filteredSessions, sessions } from './sessions.ts';
import { toolFrequency } from './tool-frequency.ts';
import { transitions } from './transitions.ts';
import { trends } from './trends.ts';

export const PERSPECTIVES: readonly Perspective[] = [
  toolFrequency,
  transitions,
  trends,
  hotfiles,
  repetition,
  prompts,
  sessionLinks,
  sequences,
  sessions,
  filteredSessions,
  costs,
];

export function perspectiveNamed(name: string): Perspective {
  const found = PERSPECTIVES.find((perspective) => perspective.name === name);
  if (found !== undefined) return found;
  throw new AutodevError('usage', `unknown perspective: ${name}`, {
    hint: `there are ${PERSPECTIVES.map((p) => p.name).join(', ')}`,
  });
}
