import { SECRET_SHAPES } from '../work/secret-shapes.ts';

const HIDDEN = '********';

/** The text without anything that looks like a secret, and without the given ones. */
export function redact(text: string, secrets: Iterable<string> = []): string {
  let clean = text;
  for (const secret of secrets) if (secret.length >= 8) clean = clean.replaceAll(secret, HIDDEN);
  for (const { pattern } of SECRET_SHAPES) clean = clean.replaceAll(pattern, HIDDEN);
  return clean;
}
