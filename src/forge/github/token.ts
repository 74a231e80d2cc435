/** Gives a token that is valid now. Where it comes from is the configuration's affair. */
export type TokenProvider = () => Promise<string>;

export function fixedToken(token: string): TokenProvider {
  return () => Promise.resolve(token);
}
