import type { TranscriptFile } from '../../locate/transcript.ts';
import { firstOf } from '../../read/characters.ts';
import type { Reading } from '../../read/read-transcript.ts';

/** What a session's row needs to know of a transcript, named as the columns of `files`. */
export interface TranscriptFacts {
  agent: string;
  project: string | null;
  path: string;
  first_ts: string | null;
  last_ts: string | null;
  tail_ts: string | null;
  prompt_count: number;
  tool_use_count: number;
  first_prompt: string | null;
}

const SNIPPET = 500;

export function factsOf(file: TranscriptFile, project: string | null, reading: Reading): TranscriptFacts {
  const { firstTs, lastTs, tailTs, prompts, tools } = reading.harvest;
  const asked = prompts.filter((prompt) => prompt.role === 'human');
  const first = asked[0]?.text;
  return {
    agent: file.agent,
    project,
    path: file.path,
    first_ts: firstTs,
    last_ts: lastTs,
    tail_ts: tailTs,
    prompt_count: asked.length,
    tool_use_count: tools.length,
    first_prompt: first === undefined ? null : firstOf(first, SNIPPET),
  };
}
