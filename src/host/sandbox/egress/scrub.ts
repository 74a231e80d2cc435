import { Transform } from 'node:stream';

/** A shorter one would be found in half of all texts. */
const SHORTEST = 8;

export interface Scrubber {
  text(value: string): string;
  /** For a body, piece by piece: also what is cut in two is found. */
  stream(): Transform;
}

/** Puts the stand-in wherever the secret, as it is or encoded, comes back. */
export function scrubber(secrets: readonly { standIn: string; real: string }[]): Scrubber {
  const pairs = secrets.flatMap(({ real, standIn }) => {
    const bytes = Buffer.from(real);
    const hex = bytes.toString('hex');
    const encoded = [0, 1, 2].map((before) => base64Within(bytes, before));
    const forms = [
      bytes.toString('latin1'),
      encodeURIComponent(real),
      ...encoded,
      ...encoded.map((form) => form.replaceAll('+', '-').replaceAll('/', '_')),
      hex,
      hex.toUpperCase(),
    ];
    return [...new Set(forms)]
      .filter((form) => form.length >= SHORTEST)
      .map((form) => [form, standIn] as const);
  });
  const text = (value: string) => pairs.reduce((so, [real, standIn]) => so.replaceAll(real, standIn), value);
  const stream = () => {
    let held = '';
    return new Transform({
      transform(chunk: Buffer, _encoding, done) {
        // Latin-1 keeps every byte as it is.
        const here = text(held + chunk.toString('latin1'));
        const begun = Math.max(0, ...pairs.map(([real]) => beginningAtEnd(here, real)));
        held = begun === 0 ? '' : here.slice(-begun);
        done(null, Buffer.from(here.slice(0, here.length - begun), 'latin1'));
      },
      flush(done) {
        done(null, Buffer.from(held, 'latin1'));
      },
    });
  };
  return { text, stream };
}

/** How many letters at the end of the text could be the beginning of the word. Mostly none, so that nothing waits. */
function beginningAtEnd(text: string, word: string): number {
  for (let length = Math.min(word.length - 1, text.length); length > 0; length -= 1)
    if (text.endsWith(word.slice(0, length))) return length;
  return 0;
}

/** The letters of base64 that are the same whatever stands around the bytes, of which so many come before. */
function base64Within(bytes: Buffer, before: number): string {
  const whole = Buffer.concat([Buffer.alloc(before), bytes])
    .toString('base64')
    .replace(/=+$/, '');
  const last = (before + bytes.length) % 3 === 0 ? undefined : -1;
  return whole.slice(Math.ceil((before * 8) / 6), last);
}
