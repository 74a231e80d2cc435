/** The command that answers a question, as people are to type it. */
export function answerWith({ work, options }: { work: string; options: readonly string[] }): string {
  return `autodev answer ${work} ${options.length === 0 ? '"…"' : options.join(' | ')}`;
}
