import { z } from 'zod';
import type { StepContext } from '../engine/steps/context.ts';
import { ours, type Publishable } from '../model-text/publishable.ts';
import { sanitize, type HiddenKind } from './sanitize.ts';
import { words, type Language, type Words } from '../words.ts';

/** How much was hidden from people at one place of an item. Never the text itself, which may be an attack. */
export const hiddenText = z.object({
  place: z.enum(['title', 'issue', 'pull', 'comments', 'diff']) satisfies z.ZodType<keyof Words['place']>,
  kind: z.enum(['comment', 'element', 'attribute', 'note', 'character']) satisfies z.ZodType<HiddenKind>,
  count: z.number(),
});
export type Hidden = z.infer<typeof hiddenText>;

/** What `sanitize` takes out of these texts before an agent reads them, added up by place. Pure. */
export function hiddenAt(texts: readonly { place: Hidden['place']; text: string }[]): Hidden[] {
  const found = new Map<string, Hidden>();
  for (const { place, text } of texts) {
    for (const { kind, count } of sanitize(text).removed) {
      const known = found.get(`${place} ${kind}`) ?? { place, kind, count: 0 };
      found.set(`${place} ${kind}`, { ...known, count: known.count + count });
    }
  }
  return [...found.values()];
}

function described(hidden: readonly Hidden[], language: Language): string {
  const w = words(language);
  const places = [...new Set(hidden.map(({ place }) => place))];
  return places
    .map((place) => {
      const here = hidden.filter((each) => each.place === place);
      return w.hiddenIn(here.map(({ kind, count }) => w.hidden[kind](count)).join(', '), w.place[place]);
    })
    .join('; ');
}

/** For the comment or review that people read; empty when nothing was hidden. */
export function removedLine(hidden: readonly Hidden[], language: Language): Publishable {
  return ours(hidden.length === 0 ? '' : words(language).removedBefore(described(hidden, language)));
}

/** For the log and `why`. */
export async function sayRemoved({ work, run, emit }: StepContext, hidden: readonly Hidden[]): Promise<void> {
  if (hidden.length === 0) return;
  await emit({ type: 'text.removed', work, run: run.id, what: described(hidden, 'en') });
}
