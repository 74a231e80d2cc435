const TILDE = 126;

/** The length of the fence that opens a block of code on this line; 0 when none does. */
export function fenceAt(text: string, start: number, end: number, code: number): number {
  let length = 0;
  while (start + length < end && text.charCodeAt(start + length) === code) length += 1;
  if (length < 3) return 0;
  if (code === TILDE) return length;
  const backtick = text.indexOf('`', start + length);
  return backtick === -1 || backtick >= end ? length : 0;
}

export function closesFence(
  text: string,
  start: number,
  end: number,
  fence: number,
  length: number,
): boolean {
  if (end - start < length) return false;
  for (let i = start; i < end; i += 1) if (text.charCodeAt(i) !== fence) return false;
  return true;
}
