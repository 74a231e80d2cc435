/** Words of the three CLIs and their providers, each measured or reported; only ever looked for in an error's own text. */
const LIMIT =
  /\b(usage|session|weekly|daily|monthly|rate|spend|request) limit|hit your [^.\n]{0,30}limit|limit reached|quota|too many requests|resource has been exhausted|resource exhausted|exhausted your|credit balance is too low|out of (usage )?credits/i;
const AWAY =
  /overloaded|experiencing high demand|unable to connect|connect(ion)? (error|refused|reset|timed? ?out|to the api was lost)|ECONN(REFUSED|RESET|ABORTED)|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|fetch failed|error sending request|stream disconnected|network error|dns error|service unavailable|bad gateway|gateway time-?out|internal server error|server-side issue|incomplete json segment|API Error: terminated/i;

/** Whether a failure is the provider's: it says "enough", or it does not answer. Undefined: it is neither. */
export function providerTrouble(
  status: number | undefined,
  said: string,
): 'limit' | 'unreachable' | undefined {
  if (status === 429) return 'limit';
  if (status !== undefined && status >= 500) return 'unreachable';
  if (LIMIT.test(said)) return 'limit';
  return AWAY.test(said) ? 'unreachable' : undefined;
}
