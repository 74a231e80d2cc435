import { join } from 'node:path';
import { z } from 'zod';
import { findFile } from '../../host/fs/find.ts';
import { openTail } from '../../host/fs/tail.ts';
import { NO_TOKENS, addTokens, type Tokens } from '../../work/prices.ts';
import { parseLine } from '../cli/reader.ts';

const count = z.number().catch(0).default(0);
const spoken = z.object({
  id: z.string(),
  type: z.literal('gemini'),
  model: z.string().catch(''),
  tokens: z.object({ input: count, output: count, cached: count, thoughts: count }),
});

/**
 * What a session has used so far, from the chat file gemini keeps: the event stream tells it only at the very
 * end, and not at all when the run is stopped.
 */
export function geminiUsage(
  home: string,
  sessionId: () => string,
): {
  baseline(): Promise<void>;
  now(): Promise<{ models: Map<string, Tokens>; turns: number }>;
} {
  let tail: (() => Promise<string[]>) | undefined;
  const earlier = new Set<string>();
  const messages = new Map<string, { model: string; tokens: Tokens }>();

  const read = async (): Promise<void> => {
    if (tail === undefined) {
      const id = sessionId();
      if (id === '') return;
      const ending = `-${id.slice(0, 8)}.jsonl`;
      const path = await findFile(join(home, '.gemini', 'tmp'), (name) => name.endsWith(ending), 2);
      if (path === undefined) return;
      tail = openTail(path);
    }
    for (const line of await tail()) {
      const parsed = spoken.safeParse(parseLine(line));
      if (!parsed.success) continue;
      const { id, model, tokens } = parsed.data;
      messages.set(id, {
        model,
        tokens: {
          ...NO_TOKENS,
          input: Math.max(0, tokens.input - tokens.cached),
          output: tokens.output + tokens.thoughts,
          cacheRead: tokens.cached,
        },
      });
    }
  };

  return {
    baseline: async () => {
      await read();
      for (const id of messages.keys()) earlier.add(id);
    },
    now: async () => {
      await read();
      const models = new Map<string, Tokens>();
      let turns = 0;
      for (const [id, { model, tokens }] of messages) {
        if (earlier.has(id)) continue;
        turns += 1;
        models.set(model, addTokens(models.get(model) ?? NO_TOKENS, tokens));
      }
      return { models, turns };
    },
  };
}
