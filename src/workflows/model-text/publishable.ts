declare const checked: unique symbol;

/**
 * A text that may be published under our account: our own words, and a model's only as `shown` made them. A plain
 * string is not one, so that nobody publishes a model's words by forgetting what they are.
 */
export type Publishable = string & { readonly [checked]: true };

/** Words of our own, from `words.ts` or written in the code; never what a model, an issue or a file said. */
export function ours(text: string): Publishable {
  return text as Publishable;
}

/** A sentence of ours around what was already made fit. */
export function own(parts: TemplateStringsArray, ...values: (Publishable | number)[]): Publishable {
  return String.raw({ raw: parts }, ...values) as Publishable;
}

/** Those that say anything, one after the other. */
export function joined(parts: readonly Publishable[], between = '\n\n'): Publishable {
  return parts.filter((part) => part.trim() !== '').join(between) as Publishable;
}

export function bulleted(items: readonly Publishable[]): Publishable {
  return items.map((item) => `- ${item}`).join('\n') as Publishable;
}
