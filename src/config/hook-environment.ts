/** What a hook reads of its environment, without loading anything else: it runs on every tool call. */
export function hookEnvironment(): Readonly<Record<string, string | undefined>> {
  return process.env;
}
