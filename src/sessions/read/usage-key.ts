/**
 * A number that stands for the ids of an answer: message and request for Claude, thread and running total
 * for Codex, session and message for Gemini. 53 bits of two FNV hashes: among a million answers the chance
 * of a single mix-up is one in twenty thousand, and an index over numbers is a third of one over the ids.
 */
export function usageKey(ids: string): number {
  let high = 0x811c9dc5;
  let low = 0x050c5d1f;
  for (let i = 0; i < ids.length; i += 1) {
    const unit = ids.charCodeAt(i);
    high = Math.imul(high ^ unit, 0x01000193);
    low = Math.imul(low ^ unit, 0x01000197);
  }
  return (high >>> 11) * 0x1_0000_0000 + (low >>> 0);
}
