/** How sure a text is: 0 written out, 1 a value from outside, 2 one that somebody may have crafted in the command. */
export type Doubt = 0 | 1 | 2;
export const FROM_OUTSIDE: Doubt = 1;
export const CRAFTED: Doubt = 2;

/** Stands in a text for a part that is not known. */
export const UNKNOWN = '\0';

export interface Value {
  text: string;
  doubt: Doubt;
}

/** One word of a command, after quotes and expansions; `raw` as it is written. */
export interface Word extends Value {
  raw: string;
  glob: boolean;
  quoted: boolean;
}

export function literal(text: string): Word {
  return { text, raw: text, doubt: 0, glob: false, quoted: true };
}

export function unknownWord(doubt: Doubt): Word {
  return { text: UNKNOWN, raw: UNKNOWN, doubt, glob: false, quoted: true };
}

export function morePossible(a: Doubt, b: Doubt): Doubt {
  return a > b ? a : b;
}

/** The text of a word that may be missing. */
export function textOf(word: Word | undefined): string {
  return word?.text ?? '';
}

/** `-` alone is an operand: the standard input or output. */
export const isOption = ({ text }: Word) => text.startsWith('-') && text !== '-';

/** Where the first word stands that is no option; `valued` names the options that take the next word. */
export function firstOperand(args: readonly Word[], valued = ''): number {
  const takes = (option: string) => ` ${valued} `.includes(` ${option} `);
  for (let k = 0; k < args.length; k += 1) {
    const text = textOf(args[k]);
    if (text === '--') return k + 1;
    if (!text.startsWith('-') || text === '-') return k;
    if (valued === '') continue;
    // In a cluster such as -nu the last letter may take the next word; an earlier one would take the rest.
    const letters = /^-[a-zA-Z]{2,}$/.test(text) ? text.slice(1).split('') : [];
    const last = letters.pop();
    const clustered = last !== undefined && takes(`-${last}`) && !letters.some((one) => takes(`-${one}`));
    if (takes(text) || clustered) k += 1;
  }
  return args.length;
}
