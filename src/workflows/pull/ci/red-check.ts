import { z } from 'zod';
import type { Check, CheckLog } from '../../../work/pull.ts';

export const redCheck = z.object({
  context: z.string(),
  id: z.number().nullable(),
  /** Its own words, annotations and the end of its log. All of it was written by others. */
  output: z.string(),
});
export type RedCheck = z.infer<typeof redCheck>;

const ANNOTATIONS = 30;
const LONGEST = 12_000;
export const TAIL_BYTES = 8_000;

/** What a check says for itself, in one text that a session can read: the end of it matters most. Pure. */
export function outputOf({ context, conclusion, description }: Check, log: CheckLog): string {
  const annotations = log.annotations
    .slice(0, ANNOTATIONS)
    .map(({ path, startLine, level, title, message }) =>
      `${path}:${startLine}: ${level}: ${[title, message].filter(Boolean).join(': ')}`.slice(0, 500),
    );
  const parts = [
    `The check ${context} ended with ${conclusion ?? 'failure'}. ${description}`.trim(),
    log.title === description ? '' : log.title,
    log.summary.slice(0, 2_000),
    log.text.slice(0, 2_000),
    annotations.join('\n'),
    log.tail === '' ? '' : `${log.cut ? '[…]\n' : ''}${log.tail}`,
  ];
  const text = parts.filter((part) => part.trim() !== '').join('\n\n');
  return text.length > LONGEST ? `${text.slice(0, 4_000)}\n[…]\n${text.slice(-(LONGEST - 4_000))}` : text;
}
