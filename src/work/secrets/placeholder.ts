const WORDS =
  /example|sample|dummy|fake|placeholder|your[-_]|changeme|redacted|xxxx|\.\.\.|\*{3}|123456789|abcdefgh|^<.*>$|not[-_]?a[-_]?real/i;
const WHOLE =
  /^(?:pass(?:word|wd)?|pwd|secret|token|user|admin|root|postgres|test|guest|[$%{[(].*|.*\$\{.*)$/i;
const FEWEST = 4;

export const hasPlaceholderWord = (text: string): boolean => WORDS.test(text);

/** Written in documents and tests instead of a secret, or filled in later. Real ones are random: they hold no words. */
export function isPlaceholder(secret: string): boolean {
  if (WORDS.test(secret) || WHOLE.test(secret)) return true;
  const value = secret.slice(Math.max(secret.lastIndexOf('_', 12), secret.lastIndexOf('-', 12)) + 1);
  return new Set(value).size < FEWEST;
}
