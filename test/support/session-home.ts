import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { IndexSummary } from '../../src/sessions/index/summary.ts';
import { updateIndex } from '../../src/sessions/index/update.ts';
import type { UpdateOptions } from '../../src/sessions/index/update-options.ts';
import { rootsAt } from '../../src/sessions/locate/roots.ts';
import { slugOf } from '../../src/sessions/locate/slug.ts';

/** Writes a Claude transcript into a home; returns its path. `name` may be `<session>/subagents/agent-x`. */
export function putTranscript(home: string, cwd: string, name: string, lines: readonly string[]): string {
  const path = join(home, 'projects', slugOf(cwd), `${name}.jsonl`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
  return path;
}

/** Indexes a home into a file beside it. */
export function indexHome(
  home: string,
  options: Partial<UpdateOptions> & { name?: string } = {},
): Promise<IndexSummary> {
  const { name = 'index.db', ...rest } = options;
  return updateIndex({ roots: rootsAt(home), path: join(home, name), tag: 'test', ...rest });
}

let serial = 0;

export interface Turn {
  at?: string;
  ask?: string;
  use?: [name: string, input: Record<string, unknown>];
  model?: string;
  output?: number;
}

/** A transcript from a few words, in the layout of the recorded fixtures. */
export function turnsAsLines(session: string, cwd: string, turns: readonly Turn[]): string[] {
  let clock = Date.UTC(2026, 0, 5, 12);
  return turns.map(({ at, ask, use, model = 'claude-sonnet-4-5', output = 10 }) => {
    clock += 60_000;
    serial += 1;
    const tail = {
      uuid: `u${serial}`,
      timestamp: at ?? new Date(clock).toISOString(),
      cwd,
      sessionId: session,
      version: '2.1.197',
    };
    if (ask !== undefined)
      return JSON.stringify({
        parentUuid: null,
        isSidechain: false,
        type: 'user',
        message: { role: 'user', content: ask },
        ...tail,
      });
    const [name, input] = use ?? ['Read', {}];
    return JSON.stringify({
      parentUuid: null,
      isSidechain: false,
      message: {
        id: `msg_${serial}`,
        type: 'message',
        role: 'assistant',
        model,
        content: [{ type: 'tool_use', id: `toolu_${serial}`, name, input }],
        stop_reason: 'tool_use',
        usage: {
          input_tokens: 100,
          cache_creation_input_tokens: 0,
          cache_read_input_tokens: 0,
          output_tokens: output,
        },
      },
      requestId: `req_${serial}`,
      type: 'assistant',
      ...tail,
    });
  });
}
