const LIMIT_TOKENS = 5_000;
const FULL = 3;

/** About four characters of English are a token, and about one and a half of Korean. */
function tokens(text: string): number {
  let count = 0;
  for (const letter of text) count += letter.charCodeAt(0) < 0x1100 ? 0.25 : 0.67;
  return Math.ceil(count);
}

/** The critics' feedback for the next round. Over 5,000 tokens: the last three in full, older ones one line each. */
export function feedbackFor(rounds: readonly string[]): string {
  const all = rounds.map((text, at) => `Iteration ${at + 1}:\n${text}`);
  if (tokens(all.join('\n\n')) <= LIMIT_TOKENS) return all.join('\n\n');
  return rounds
    .map((text, at) =>
      at >= rounds.length - FULL
        ? `Iteration ${at + 1}:\n${text}`
        : `Iteration ${at + 1}: ${(text.split('\n').find((line) => line.trim() !== '') ?? '').trim().slice(0, 200)}`,
    )
    .join('\n\n');
}
