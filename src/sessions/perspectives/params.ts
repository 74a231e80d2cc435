import { AutodevError } from '../../work/errors.ts';

/** A parameter of a perspective: how it is read, and what it is when it is not given. */
export interface Param {
  about: string;
  default?: string | number;
  /** The value of the given text; undefined when it makes no sense. */
  read: (text: string) => string | number | undefined;
  /** What a good value looks like. */
  expects: string;
}

export type Params = Readonly<Record<string, Param>>;
export type Values = Readonly<Record<string, string | number | undefined>>;

export function count(about: string, standard?: number): Param {
  return {
    about,
    ...(standard === undefined ? {} : { default: standard }),
    expects: 'a whole number from 1',
    read: (text) => (/^\d{1,9}$/.test(text) && Number(text) >= 1 ? Number(text) : undefined),
  };
}

export function number(about: string, standard: number, most: number): Param {
  return {
    about,
    default: standard,
    expects: `a number from 0 to ${most}`,
    read: (text) => {
      const value = Number(text);
      return /^\d*\.?\d+$|^\d+\.$/.test(text) && value <= most ? value : undefined;
    },
  };
}

export function text(about: string): Param {
  return { about, expects: 'some text', read: (given) => (given === '' ? undefined : given) };
}

export function choice(about: string, words: readonly string[], standard: string): Param {
  return {
    about,
    default: standard,
    expects: words.join(' | '),
    read: (given) => (words.includes(given) ? given : undefined),
  };
}

/** Reads `k=v` words against a perspective's parameters. */
export function readParams(perspective: string, params: Params, given: readonly string[]): Values {
  const values: Record<string, string | number | undefined> = {};
  for (const [name, param] of Object.entries(params)) values[name] = param.default;
  for (const word of given) {
    const cut = word.indexOf('=');
    const name = cut === -1 ? word : word.slice(0, cut);
    const param = Object.hasOwn(params, name) ? params[name] : undefined;
    if (param === undefined)
      throw new AutodevError('usage', `${perspective} has no parameter "${name}"`, {
        hint: `it takes ${Object.keys(params).join(', ') || 'none'}; see --list-perspectives`,
      });
    const value = cut === -1 ? undefined : param.read(word.slice(cut + 1));
    if (value === undefined)
      throw new AutodevError(
        'usage',
        `--param ${name} takes ${param.expects}${cut === -1 ? '' : `, not "${word.slice(cut + 1)}"`}`,
        { hint: `write --param ${name}=VALUE` },
      );
    values[name] = value;
  }
  return values;
}
