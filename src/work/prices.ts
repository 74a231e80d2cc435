/** Dollars per million tokens. Cache writes and reads are priced relative to input by the vendor's table. */
export interface Price {
  input: number;
  output: number;
  cacheWrite: number;
  cacheRead: number;
}

export interface Tokens {
  input: number;
  output: number;
  cacheWrite: number;
  cacheRead: number;
}

export const NO_TOKENS: Tokens = { input: 0, output: 0, cacheWrite: 0, cacheRead: 0 };

const claude = (input: number, output: number): Price => ({
  input,
  output,
  cacheWrite: input * 1.25,
  cacheRead: input * 0.1,
});
const plain = (input: number, output: number, cached: number): Price => ({
  input,
  output,
  cacheWrite: input,
  cacheRead: cached,
});

/** Longest matching prefix wins: `claude-opus-4-1-20250805` is priced by `claude-opus-4-1`. */
const PRICES: ReadonlyArray<readonly [prefix: string, price: Price]> = [
  ['claude-opus-4-5', claude(5, 25)],
  ['claude-opus-4-6', claude(5, 25)],
  ['claude-opus-4-7', claude(5, 25)],
  ['claude-opus', claude(15, 75)],
  ['claude-3-opus', claude(15, 75)],
  ['opus', claude(5, 25)],
  ['claude-sonnet', claude(3, 15)],
  ['claude-3-5-sonnet', claude(3, 15)],
  ['claude-3-7-sonnet', claude(3, 15)],
  ['sonnet', claude(3, 15)],
  ['claude-haiku-4', claude(1, 5)],
  ['claude-3-5-haiku', claude(0.8, 4)],
  ['claude-3-haiku', claude(0.25, 1.25)],
  ['haiku', claude(1, 5)],
  ['gpt-5-mini', plain(0.25, 2, 0.025)],
  ['gpt-5-nano', plain(0.05, 0.4, 0.005)],
  ['gpt-5', plain(1.25, 10, 0.125)],
  ['gpt-4.1-mini', plain(0.4, 1.6, 0.1)],
  ['gpt-4.1', plain(2, 8, 0.5)],
  ['o4-mini', plain(1.1, 4.4, 0.275)],
  ['o3', plain(2, 8, 0.5)],
  ['codex-mini', plain(1.5, 6, 0.375)],
  ['gemini-2.5-flash-lite', plain(0.1, 0.4, 0.025)],
  ['gemini-2.5-flash', plain(0.3, 2.5, 0.075)],
  ['gemini-2.5-pro', plain(1.25, 10, 0.31)],
  ['gemini-3-pro', plain(2, 12, 0.2)],
  ['gemini-3', plain(2, 12, 0.2)],
];

export function priceOf(model: string): Price | undefined {
  let best: readonly [string, Price] | undefined;
  for (const entry of PRICES) {
    if (model.startsWith(entry[0]) && entry[0].length > (best?.[0].length ?? 0)) best = entry;
  }
  return best?.[1];
}

/** Undefined when the model has no known price: an unknown cost must never read as free. */
export function costOf(model: string, tokens: Tokens): number | undefined {
  const price = priceOf(model);
  if (price === undefined) return undefined;
  return (
    (tokens.input * price.input +
      tokens.output * price.output +
      tokens.cacheWrite * price.cacheWrite +
      tokens.cacheRead * price.cacheRead) /
    1_000_000
  );
}

export function addTokens(a: Tokens, b: Tokens): Tokens {
  return {
    input: a.input + b.input,
    output: a.output + b.output,
    cacheWrite: a.cacheWrite + b.cacheWrite,
    cacheRead: a.cacheRead + b.cacheRead,
  };
}
