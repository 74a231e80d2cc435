/** Codes that are numbers in another base: what a run of their digits stands for, as bytes. */
export interface Radix {
  /** Runs that are long enough to hold a secret. */
  runs: RegExp;
  /** How many beginnings of a run are tried: it may begin with characters of something else. */
  beginnings: number;
  bytes(run: string): Buffer;
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Of Python and git, of ZeroMQ, of Adobe. */
const BASE85 = [
  `${LETTERS}!#$%&()*+-;<=>?@^_\`{|}~`,
  `${LETTERS.slice(0, 10)}${LETTERS.slice(36)}${LETTERS.slice(10, 36)}.-:+=^!/*?&<>()[]{}@%$#`,
  String.fromCharCode(...Array.from({ length: 85 }, (_, at) => 33 + at)),
];

const digitsOf = (alphabet: string) => new Map(Array.from(alphabet, (digit, value) => [digit, value]));
const classOf = (alphabet: string) => `[${alphabet.replaceAll(/[\\\]^-]/g, String.raw`\$&`)}]`;

const DIGITS32 = digitsOf(BASE32);
const DIGITS58 = digitsOf(BASE58);

function base32(run: string): Buffer {
  const bytes: number[] = [];
  for (let at = 0, bits = 0, value = 0; at < run.length; at += 1) {
    value = ((value << 5) | (DIGITS32.get(run.charAt(at)) ?? 0)) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((value >> bits) & 0xff);
  }
  return Buffer.from(bytes);
}

function base58(run: string): Buffer {
  let value = 0n;
  for (const digit of run) value = value * 58n + BigInt(DIGITS58.get(digit) ?? 0);
  const hex = value.toString(16);
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
}

function base85(alphabet: string): Radix {
  const digits = digitsOf(alphabet);
  return {
    runs: new RegExp(`${classOf(alphabet)}{25,}`, 'g'),
    beginnings: 5,
    bytes: (run) => {
      const bytes: number[] = [];
      for (let at = 0; at < run.length; at += 5) {
        const group = run.slice(at, at + 5);
        let value = 0;
        for (const digit of group.padEnd(5, alphabet.at(-1))) value = value * 85 + (digits.get(digit) ?? 0);
        for (let byte = 0; byte < group.length - 1; byte += 1)
          bytes.push(Math.floor(value / 256 ** (3 - byte)) % 256);
      }
      return Buffer.from(bytes);
    },
  };
}

export const RADIXES: readonly Radix[] = [
  { runs: /(?<![A-Z2-7])[A-Z2-7]{32,}/g, beginnings: 1, bytes: base32 },
  // Every digit counts for all bytes, so the run has to be exactly the code; a long one is a hash or a file.
  {
    runs: new RegExp(`(?<![A-Za-z0-9])${classOf(BASE58)}{28,300}(?![A-Za-z0-9])`, 'g'),
    beginnings: 1,
    bytes: base58,
  },
  ...BASE85.map(base85),
];
