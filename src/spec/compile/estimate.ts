import { costOf, NO_TOKENS } from '../../work/prices.ts';

/** What a compile would ask for, before anything is paid. */
export interface Estimate {
  prompt_chars: number;
  input_tokens: number;
  sessions: number;
  /** Null: the model's price is not known, which must not read as free. */
  usd: number | null;
}

/** English and code come to about four characters a token, Korean to about one and a half. */
export function tokensOf(text: string): number {
  let wide = 0;
  for (const char of text) if (char.charCodeAt(0) > 0x2e_80) wide += 1;
  return Math.ceil((text.length - wide) / 4 + wide / 1.5);
}

/** Turns of a session read their prompt again from the cache; what is written is about as long as what is asked. */
const TURNS = 8;

export function estimateOf(prompts: readonly string[], model: string): Estimate {
  const input = prompts.reduce((sum, prompt) => sum + tokensOf(prompt), 0);
  const tokens = { ...NO_TOKENS, input, output: input, cacheRead: input * TURNS };
  const usd = costOf(model, tokens);
  return {
    prompt_chars: prompts.reduce((sum, { length }) => sum + length, 0),
    input_tokens: input,
    sessions: prompts.length,
    usd: usd === undefined ? null : Math.round(usd * 10_000) / 10_000,
  };
}
