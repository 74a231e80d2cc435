import { costOf, type Tokens } from '../work/prices.ts';

/** The dearest model of the table: an unknown price is counted high, never as free. */
const DEAREST = 'claude-opus';

export function dollars(model: string, tokens: Tokens): { usd: number; known: boolean } {
  const usd = costOf(model, tokens);
  return usd === undefined
    ? { usd: costOf(DEAREST, tokens) ?? Number.POSITIVE_INFINITY, known: false }
    : { usd, known: true };
}

export function unknownPrice(model: string): string {
  return `no price is known for ${model}: its tokens are counted at the highest price we know`;
}
