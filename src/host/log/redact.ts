import { findSecrets } from '../../work/secrets/find.ts';
import type { HeldSecret } from '../../work/secrets/held.ts';

const HIDDEN = '********';

/** The text without anything that looks like a secret, and without those we hold. Quotes stay: JSON is still JSON. */
export function redact(text: string, held: readonly HeldSecret[] = []): string {
  let clean = text;
  // What is left may look like another one only now.
  for (let turn = 0; turn < 3; turn += 1) {
    const places = findSecrets(clean, { held, placeholders: true, joins: false });
    if (places.length === 0) return clean;
    let at = 0;
    let next = '';
    for (const { index, length } of places) {
      if (index < at) continue;
      next += clean.slice(at, index) + HIDDEN;
      at = index + length;
    }
    clean = next + clean.slice(at);
  }
  return clean;
}
