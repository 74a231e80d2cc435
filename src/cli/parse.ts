import { AutodevError } from '../work/errors.ts';
import { COMMON, type Bounds, type Command, type Input, type Option } from './command.ts';
import { nearest } from '../work/nearest.ts';

/** Finds the command that the words name. The rest of the words are its arguments and options. */
export function resolveCommand(root: Command, words: readonly string[]): { path: Command[]; rest: string[] } {
  return resolveFrom([root], words);
}

function resolveFrom(path: Command[], words: readonly string[]): { path: Command[]; rest: string[] } {
  let rest = [...words];
  for (;;) {
    const here = path.at(-1) as Command;
    const word = rest[0];
    if (here.children === undefined || word === undefined || word.startsWith('-')) return { path, rest };
    const child = here.children.find((command) => command.name === word);
    if (child === undefined) {
      // A command that is both a group and an action (`autodev auto "…"`) takes the word as its argument.
      if (here.load !== undefined && here.args !== undefined) return { path, rest };
      // `autodev help repo add` is `autodev repo add --help`.
      if (word === 'help') {
        const asked = resolveFrom(path, rest.slice(1));
        return { path: asked.path, rest: [...asked.rest, '--help'] };
      }
      const guess = nearest(
        word,
        here.children.filter((c) => !c.hidden).map((c) => c.name),
      );
      throw new AutodevError(
        'usage',
        `unknown command: ${[...path.slice(1).map((c) => c.name), word].join(' ')}`,
        {
          hint: guess === undefined ? `see ${pathName(path)} --help` : `did you mean "${guess}"?`,
        },
      );
    }
    path.push(child);
    rest = rest.slice(1);
  }
}

export function pathName(path: readonly Command[]): string {
  const from = path.findLastIndex((command) => command.program === true);
  return path
    .slice(Math.max(0, from))
    .map((command) => command.name)
    .join(' ');
}

type Values = Map<string, string[]>;

/** Splits words into options and positional arguments. `--` ends options; `--name=value` and `--name value` both work. */
export function parseWords(
  path: readonly Command[],
  words: readonly string[],
): { values: Values; args: string[] } {
  const command = path.at(-1) as Command;
  const known: Record<string, Option> = { ...COMMON, ...command.options };
  const byShort = new Map(
    Object.entries(known).flatMap(([name, option]) => (option.short ? [[option.short, name]] : [])),
  );
  const values: Values = new Map();
  const args: string[] = [];
  const usage = (message: string, hint?: string) =>
    new AutodevError('usage', message, { hint: hint ?? `see ${pathName(path)} --help` });

  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as string;
    if (word === '--') {
      args.push(...words.slice(at + 1));
      break;
    }
    if (!word.startsWith('-') || word === '-') {
      args.push(word);
      continue;
    }
    const equals = word.indexOf('=');
    const spelled = equals === -1 ? word : word.slice(0, equals);
    const name = spelled.startsWith('--') ? spelled.slice(2) : byShort.get(spelled.slice(1));
    const option = name === undefined ? undefined : known[name];
    if (name === undefined || option === undefined) {
      const guess = nearest(spelled.replace(/^-+/, ''), Object.keys(known));
      throw usage(`unknown option: ${spelled}`, guess === undefined ? undefined : `did you mean --${guess}?`);
    }
    const already = values.get(name) ?? [];
    if (option.value === undefined) {
      if (equals !== -1) throw usage(`--${name} takes no value`);
      values.set(name, ['true']);
      continue;
    }
    let value = equals === -1 ? undefined : word.slice(equals + 1);
    if (value === undefined) {
      at += 1;
      value = words[at];
    }
    if (value === undefined) throw usage(`--${name} needs a value (${option.value})`);
    if (already.length > 0 && option.many !== true) throw usage(`--${name} is given more than once`);
    checkValue(name, option, value);
    values.set(name, [...already, value]);
  }
  // Asking for help never fails for want of an argument.
  if (!values.has('help')) checkCount(command, args, usage);
  return { values, args };
}

/** Known from the tree alone, so that a mistake is told before anything is loaded. */
function checkValue(name: string, { words, number }: Option, value: string): void {
  if (words !== undefined && !('ask' in words) && !words.includes(value)) throw notOneOf(name, words, value);
  if (number !== undefined) checkNumber(name, number, value);
}

function checkNumber(name: string, bounds: Bounds, value: string): void {
  const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = bounds;
  if (!/^-?\d+$/.test(value) || Number(value) < min || Number(value) > max)
    throw new AutodevError('usage', `--${name} takes a whole number from ${min} to ${max}, not "${value}"`);
}

function notOneOf(name: string, words: readonly string[], value: string): AutodevError {
  return new AutodevError('usage', `--${name} takes ${words.join(' | ')}, not "${value}"`);
}

function checkCount(
  command: Command,
  args: readonly string[],
  usage: (message: string) => AutodevError,
): void {
  const shapes = command.args ?? [];
  const required = shapes.filter((shape) => shape.startsWith('<'));
  const many = shapes.some((shape) => shape.includes('…'));
  if (args.length < required.length) throw usage(`missing argument: ${required[args.length] ?? ''}`);
  if (!many && args.length > shapes.length) throw usage(`unexpected argument: ${args[shapes.length] ?? ''}`);
}

type Accessors = Pick<Input, 'flag' | 'text' | 'texts' | 'int' | 'oneOf'>;

/** Typed access to the options. Asking for one that the command does not declare is our bug, so it throws. */
export function accessors(path: readonly Command[], values: Values): Accessors {
  const command = path.at(-1) as Command;
  const declared = { ...COMMON, ...command.options };
  const raw = (name: string): string[] => {
    if (declared[name] === undefined) throw new Error(`${pathName(path)} does not declare --${name}`);
    return values.get(name) ?? [];
  };
  const text = (name: string) => raw(name)[0];
  return {
    flag: (name) => raw(name).length > 0,
    text,
    texts: raw,
    int: (name, bounds) => {
      const value = text(name);
      if (value === undefined) return undefined;
      if (bounds !== undefined) checkNumber(name, bounds, value);
      return Number(value);
    },
    oneOf: (name, words) => {
      const value = text(name);
      if (value === undefined) return undefined;
      const found = words.find((word) => word === value);
      if (found === undefined) throw notOneOf(name, words, value);
      return found;
    },
  };
}
