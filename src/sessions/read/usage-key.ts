/**
 * A number that stands for the ids of an answer: message and request for Claude, thread and running total
 * for Codex, session and message for Gemini. 53 bits of two FNV hashes: among a million answers the chance
 * of a single mix-up is one in twenty thousand, and an index over numbers is a third of one over the ids.
 */
export function usageKey(ids: string): number {
  const bytes = Buffer.from(ids);
  return keyOfBytes(bytes, 0, bytes.length, 0, 0);
}

/** The same for two ids where they stand, as if joined by a colon; an empty second one is left out. */
export function keyOfBytes(
  bytes: Uint8Array,
  start: number,
  end: number,
  start2: number,
  end2: number,
): number {
  let high = 0x811c9dc5;
  let low = 0x050c5d1f;
  for (let i = start; i < end; i += 1) {
    high = Math.imul(high ^ (bytes[i] ?? 0), 0x01000193);
    low = Math.imul(low ^ (bytes[i] ?? 0), 0x01000197);
  }
  if (end2 > start2) {
    high = Math.imul(high ^ 58, 0x01000193);
    low = Math.imul(low ^ 58, 0x01000197);
    for (let i = start2; i < end2; i += 1) {
      high = Math.imul(high ^ (bytes[i] ?? 0), 0x01000193);
      low = Math.imul(low ^ (bytes[i] ?? 0), 0x01000197);
    }
  }
  return (high >>> 11) * 0x1_0000_0000 + (low >>> 0);
}
