/** Dollars to the cent; less than a cent that is not nothing says so. */
export function dollars(usd: number): string {
  return usd > 0 && usd < 0.005 ? '<$0.01' : `$${usd.toFixed(2)}`;
}
