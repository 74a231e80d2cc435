import * as z from 'zod';
import type { EffectRecord } from '../../store/tables/effects.ts';

const facts = z.object({
  intent: z
    .object({
      branch: z.string(),
      sha: z.string(),
      head: z.string(),
      base: z.string(),
      event: z.string(),
      state: z.string(),
      method: z.string(),
      number: z.number(),
      people: z.array(z.string()),
    })
    .partial()
    .catch({}),
  result: z.object({ number: z.number(), author: z.string() }).partial().catch({}),
});

/** An effect in the words of a person. */
export function whatWasWritten(effect: Pick<EffectRecord, 'key' | 'intent' | 'result'>): string {
  const [kind = '', ...words] = effect.key.split(' ');
  const { intent, result } = facts.parse({ intent: effect.intent, result: effect.result });
  const sha = (intent.sha ?? '').slice(0, 7);
  const numbered = result.number === undefined ? '' : ` #${result.number}`;
  switch (kind) {
    case 'push':
      return `pushed ${sha} to ${intent.branch ?? ''}`;
    case 'pull':
      return `opened pull request${numbered} from ${intent.head ?? ''} into ${intent.base ?? ''}`;
    case 'issue':
      return `opened issue${numbered}: ${words.join(' ')}`;
    case 'comment':
      return `commented: ${words.join(' ')}`;
    case 'reply':
      return `answered in a thread: ${words.join(' ')}`;
    case 'review':
      return `reviewed ${sha}: ${intent.event ?? ''}`;
    case 'status':
      return `set ${words[1] ?? 'a status'} to ${intent.state ?? ''} on ${sha}`;
    case 'merge':
      return `merged ${sha} (${intent.method ?? ''})`;
    case 'retarget':
      return `moved to ${intent.base ?? ''}`;
    case 'close':
      return `closed #${intent.number ?? ''}`;
    case 'request':
      return `asked ${(intent.people ?? []).join(', ')} to review`;
    case 'rerun':
      return `ran ${words.slice(1).join(' ')} again on ${sha}`;
    default:
      return effect.key;
  }
}

/** Whom the forge named as its author, where it did. */
export function authorOf(result: unknown): string | null {
  return z.object({ author: z.string() }).safeParse(result).data?.author ?? null;
}
