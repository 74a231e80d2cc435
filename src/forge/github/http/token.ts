/** Gives a token that is valid now. Where it comes from is config's business; an app's are made in app-auth.ts. */
export type TokenProvider = () => Promise<string>;

export function fixedToken(token: string): TokenProvider {
  return () => Promise.resolve(token);
}
