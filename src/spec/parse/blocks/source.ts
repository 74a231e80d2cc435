/**
 * A file's bytes, which are read by their places and give the text of a place when asked.
 *
 * `chars` has one character for each byte, to search in and to cut ASCII from. Measured: V8 searches such strings
 * several times faster than those with characters above 255, and most lines have none.
 */
export class Source {
  readonly bytes: Buffer;
  readonly chars: string;
  /** The same bytes, four at a time. */
  readonly #words: Int32Array;

  constructor(text: string | Buffer) {
    const bytes = typeof text === 'string' ? Buffer.from(text) : text;
    const isOwnText = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
    this.bytes = isOwnText ? bytes.subarray(3) : bytes;
    this.chars = this.bytes.toString('latin1');
    this.#words = wordsOf(this.bytes);
  }

  slice(from: number, to: number): string {
    return this.isPlain(from, to) ? this.chars.slice(from, to) : this.bytes.toString('utf8', from, to);
  }

  /** Whether all of it is ASCII; may say no when only its neighbours are not. */
  isPlain(from: number, to: number): boolean {
    const words = this.#words;
    const last = Math.min((to + 3) >> 2, words.length);
    for (let at = from >> 2; at < last; at += 1) if (((words[at] as number) & NOT_ASCII) !== 0) return false;
    for (let at = Math.max(from, words.length << 2); at < to; at += 1)
      if ((this.bytes[at] as number) > 127) return false;
    return true;
  }
}

const NOT_ASCII = 0x80808080 | 0;

/** The bytes as 32-bit words; empty where the buffer is not aligned to four bytes. */
function wordsOf({ buffer, byteOffset, length }: Buffer): Int32Array {
  return byteOffset % 4 === 0 ? new Int32Array(buffer, byteOffset, length >> 2) : new Int32Array();
}
