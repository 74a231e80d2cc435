const TILDE = 126;

/** The length of the fence that opens a block of code on this line; 0 when none does. */
export function fenceAt(bytes: Buffer, start: number, end: number, code: number): number {
  let length = 0;
  while (start + length < end && bytes[start + length] === code) length += 1;
  if (length < 3) return 0;
  if (code === TILDE) return length;
  for (let at = start + length; at < end; at += 1) if (bytes[at] === code) return 0;
  return length;
}

export function closesFence(
  bytes: Buffer,
  start: number,
  end: number,
  fence: number,
  length: number,
): boolean {
  if (end - start < length) return false;
  for (let i = start; i < end; i += 1) if (bytes[i] !== fence) return false;
  return true;
}
