/** Space within a line. */
export function isSpace(code: number): boolean {
  return code === 32 || (code <= 13 && (code === 9 || code >= 11));
}
