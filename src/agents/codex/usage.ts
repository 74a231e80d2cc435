import { join } from 'node:path';
import { z } from 'zod';
import { findFile } from '../../host/fs/find.ts';
import { openTail } from '../../host/fs/tail.ts';
import { parseLine } from '../cli/reader.ts';
import { usage, type Usage } from './events.ts';

const tokenCount = z.object({
  type: z.literal('event_msg'),
  payload: z.object({ type: z.literal('token_count'), info: z.object({ total_token_usage: usage }) }),
});

/**
 * What a session has used so far. The event stream tells it only at the end of the turn; the rollout file
 * tells it after each call of the model, so that budgets hold and a cancelled run is booked.
 */
export function codexUsage(
  home: string,
  sessionId: () => string,
  resumed: boolean,
): { baseline(): Promise<void>; now(): Promise<{ total: Usage; turns: number } | undefined> } {
  let tail: (() => Promise<string[]>) | undefined;
  let before: Usage | undefined;
  let last: Usage | undefined;
  let turns = 0;

  const read = async (): Promise<void> => {
    if (tail === undefined) {
      const id = sessionId();
      if (id === '') return;
      const path = await findFile(join(home, 'sessions'), (name) => name.endsWith(`${id}.jsonl`), 3);
      if (path === undefined) return;
      tail = openTail(path);
    }
    for (const line of await tail()) {
      if (!line.includes('"token_count"')) continue;
      const parsed = tokenCount.safeParse(parseLine(line));
      if (!parsed.success) continue;
      const total = parsed.data.payload.info.total_token_usage;
      if (JSON.stringify(total) !== JSON.stringify(last)) turns += 1;
      last = total;
    }
  };

  return {
    // A resumed session goes on counting where it stopped.
    baseline: async () => {
      if (!resumed) return;
      await read();
      before = last;
      turns = 0;
    },
    now: async () => {
      await read();
      if (last === undefined || turns === 0) return undefined;
      return { total: before === undefined ? last : minus(last, before), turns };
    },
  };
}

function minus(a: Usage, b: Usage): Usage {
  return {
    input_tokens: a.input_tokens - b.input_tokens,
    cached_input_tokens: a.cached_input_tokens - b.cached_input_tokens,
    cache_write_input_tokens: a.cache_write_input_tokens - b.cache_write_input_tokens,
    output_tokens: a.output_tokens - b.output_tokens,
  };
}
