import { disguises, type Disguises } from './disguised.ts';

/** A secret of our own, in every form in which it is looked for. */
export interface HeldSecret {
  forms: readonly string[];
  disguises: Disguises;
}

const SHORTEST = 8;
/** A part of this length says enough of a secret to be one. */
const PART = 20;
const STRIDE = 10;
const CHUNK = PART - STRIDE + 1;

/** Plain, reversed, percent-encoded, hexadecimal, and base64 as it comes out at any place of a longer text. */
export function heldSecret(secret: string): HeldSecret | undefined {
  const value = secret.trim();
  if (value.length < SHORTEST) return undefined;
  const hex = Buffer.from(value).toString('hex');
  const forms = [
    value,
    Array.from(value).toReversed().join(''),
    encodeURIComponent(value),
    hex,
    hex.toUpperCase(),
    ...['', ' ', '  '].flatMap((before) => {
      const code = Buffer.from(before + value)
        .toString('base64')
        .replaceAll('=', '');
      // The first and last characters depend on what stands beside it.
      const middle = code.slice(before === '' ? 0 : before.length + 1, -1);
      return [middle, middle.replaceAll('+', '-').replaceAll('/', '_')];
    }),
  ];
  return { forms: [...new Set(forms)], disguises: disguises(value) };
}

/** Where a text holds one of these, whole or in a part of twenty characters or more. */
export function* heldIn(
  text: string,
  held: readonly HeldSecret[],
): Generator<{ index: number; length: number }> {
  for (const { forms } of held) {
    for (const form of forms) yield* partsIn(text, form);
  }
}

/** Every part of PART characters holds a whole CHUNK that begins at a multiple of STRIDE: only these are searched for. */
function* partsIn(text: string, form: string): Generator<{ index: number; length: number }> {
  const least = Math.min(PART, form.length);
  for (let at = 0; at < form.length; at += STRIDE) {
    const chunk = form.slice(at, at + CHUNK);
    if (at > 0 && chunk.length < CHUNK) return;
    for (let index = text.indexOf(chunk); index !== -1; index = text.indexOf(chunk, index + 1)) {
      let before = 0;
      while (before < at && index > before && text[index - before - 1] === form[at - before - 1]) before += 1;
      let after = chunk.length;
      while (at + after < form.length && text[index + after] === form[at + after]) after += 1;
      if (before + after >= least) yield { index: index - before, length: before + after };
    }
  }
}
