const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';

/** How a value comes out in the usual codes, reduced to letters and digits in one case; each also backwards. */
export function encodings(value: string): string[] {
  const backwards = Array.from(value).toReversed().join('');
  const forward = [value, backwards].flatMap((text) => [text, ...ofBytes(Buffer.from(text)), ...wide(text)]);
  const plain = forward.map((form) => form.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
  return [...new Set(plain.flatMap((form) => [form, Array.from(form).toReversed().join('')]))];
}

function ofBytes(bytes: Buffer): string[] {
  const list = Array.from(bytes);
  const hex = list.map((byte) => byte.toString(16).padStart(2, '0'));
  const octal = list.map((byte) => byte.toString(8).padStart(3, '0'));
  return [
    // 61 62, 61:62; 0x61, 0x62; \x61 and &#x61; \u0061; U+0061 is the same.
    ...['', '0x', 'x', 'u00'].map((between) => hex.join(between)),
    // 97, 98 and &#97;&#98;
    list.join(''),
    ...['', '0', '0o'].map((between) => octal.join(between)),
    ...[0, 1, 2].map((before) => base64(bytes, before)),
    ...[0, 1, 2, 3, 4].map((before) => base32(bytes, before)),
  ];
}

/** UTF-16 and UTF-32 of both orders: in hexadecimal only the zeros between differ. */
function wide(text: string): string[] {
  const little = Buffer.from(text, 'utf16le');
  const big = Buffer.from(little).swap16();
  const four = Buffer.from(Array.from(text).flatMap((each) => [each.codePointAt(0) ?? 0, 0, 0, 0]));
  return [
    little.toString('hex').slice(0, -2),
    four.toString('hex').slice(0, -6),
    ...[0, 1, 2].flatMap((before) => [base64(little, before), base64(big, before), base64(four, before)]),
  ];
}

/** The first and last characters depend on what stands beside it. */
function base64(bytes: Buffer, before: number): string {
  const code = Buffer.concat([Buffer.alloc(before), bytes])
    .toString('base64')
    .replaceAll('=', '');
  return code.slice(before === 0 ? 0 : before + 1, -1);
}

function base32(bytes: Buffer, before: number): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  // Where a character begins, seen from the first bit of ours.
  const skip = (5 - ((before * 8) % 5)) % 5;
  let code = '';
  for (let at = skip; at + 5 <= bits.length; at += 5)
    code += BASE32[Number.parseInt(bits.slice(at, at + 5), 2)] ?? '';
  return code;
}
