import { randomBytes } from 'node:crypto';

/** The only source of randomness. */
export interface Random {
  bytes(count: number): Buffer;
  /** `count` bytes as hexadecimal text. */
  hex(count: number): string;
  uuid(): string;
  /** A number in [0, 1). */
  fraction(): number;
}

export function randomFrom(bytes: (count: number) => Buffer): Random {
  return {
    bytes,
    hex: (count) => bytes(count).toString('hex'),
    uuid: () => {
      const b = bytes(16);
      b[6] = ((b[6] ?? 0) & 0x0f) | 0x40;
      b[8] = ((b[8] ?? 0) & 0x3f) | 0x80;
      const h = b.toString('hex');
      return `${h.slice(0, 8)}-${h.slice(8, 12)}-${h.slice(12, 16)}-${h.slice(16, 20)}-${h.slice(20)}`;
    },
    fraction: () => bytes(4).readUInt32BE() / 2 ** 32,
  };
}

export const systemRandom: Random = randomFrom(randomBytes);
