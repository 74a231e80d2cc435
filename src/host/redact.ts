/** Shapes of secrets that must never reach a log, an error or a comment, wherever they came from. */
const SHAPES: readonly RegExp[] = [
  /\bgh[pousr]_[A-Za-z0-9]{20,}\b/g,
  /\bgithub_pat_[A-Za-z0-9_]{20,}\b/g,
  /\bsk-(?:ant-|proj-)?[A-Za-z0-9_-]{20,}\b/g,
  /\bAIza[A-Za-z0-9_-]{30,}\b/g,
  /\bxox[abprs]-[A-Za-z0-9-]{10,}\b/g,
  /\bAKIA[A-Z0-9]{16}\b/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?-----END [A-Z ]*PRIVATE KEY-----/g,
  /(?<=:\/\/[^/\s:@]{0,100}:)[^/\s@]{4,}(?=@)/g,
];

const HIDDEN = '********';

/** The text without anything that looks like a secret, and without the given ones. */
export function redact(text: string, secrets: Iterable<string> = []): string {
  let clean = text;
  for (const secret of secrets) if (secret.length >= 8) clean = clean.replaceAll(secret, HIDDEN);
  for (const shape of SHAPES) clean = clean.replaceAll(shape, HIDDEN);
  return clean;
}
