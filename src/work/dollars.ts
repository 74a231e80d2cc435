/** A sum exact to a millionth of a dollar, so that nobody reads 0.30000000000000004. */
export function dollars(usd: number): number {
  return Math.round(usd * 1e6) / 1e6;
}
