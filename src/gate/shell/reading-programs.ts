/**
 * What the words of a program may be for it to do nothing but read and print. Each word is judged alone, by a pattern
 * that looks at each sign once: a hook that is late is no hook.
 */
interface Allowed {
  /**
   * A word that begins with a dash and is none of these is refused, also behind `--`, which may be the value of the
   * option before it. Letters in one word are only those that take no value: in `tree -Lo 1 f` the last one would.
   */
  options?: RegExp;
  /** A word that begins with no dash. */
  operand?: RegExp;
  /** How many operands it may get, where one more would be written to. */
  most?: number;
  /** Its words one by one, where their places matter; the last pattern is for all that follow. */
  words?: readonly RegExp[];
}

const ANY: Allowed = {};
const NO_WORDS: Allowed = { options: /^x^/, most: 0 };
const NUMBERS = String.raw`(\d+|\$)(,(\+?\d+|\$))?p`;
const FILE = /^(-$|[^-])/;

/**
 * Programs that only read and print, whatever they are told by the words that are allowed here. Those with no limit
 * have no option and no operand that writes a file or runs a program, on any system.
 */
const PROGRAMS: Record<string, Allowed> = {
  ...each(
    'ls cat head tail wc grep egrep fgrep cut tr nl tac rev stat du df basename dirname readlink realpath echo cmp ' +
      'comm paste fold expand unexpand od hexdump md5sum sha1sum sha256sum sha512sum cksum seq sleep true false pwd ' +
      'which nproc uname id whoami groups printenv jq strings column join ps free uptime cd lscpu',
    ANY,
  ),
  // On macOS `arch` runs what it is given, and `hostname` sets a name everywhere.
  ...each('arch hostname', NO_WORDS),
  // `%n` sets a variable, and in zsh a number is computed, which may run commands.
  printf: { words: [/^(?!-)(?:[^%]|%[%sbqc]|%-?\d+s)*$/, /^/] },
  type: { options: /^-[at]$/ },
  sort: {
    options:
      /^(-|--|-[bdfghinrRuVcCmsz]+|-[kt].*|--(reverse|numeric-sort|unique|human-numeric-sort|version-sort|ignore-case|key=.*|field-separator=.*|check|stable|zero-terminated))$/,
  },
  uniq: { options: /^(-|--|-[cdiuDz]+|-[fsw]\d+|--(count|repeated|unique|ignore-case))$/, most: 1 },
  xxd: { options: /^-([abeipu]|[lcgs]\d+)?$/, most: 1 },
  base64: { options: /^(-|-[dDi]|-w\d+|--(decode|wrap=\d+))$/ },
  // Not `-l`, which runs a program to make pages.
  diff: {
    options:
      /^(-|--|-[abBcdeEiNpqrstTuwy]+|-[UCW]\d+|-[xI].*|--(unified|context|brief|recursive|side-by-side|new-file|text|ignore-case|ignore-all-space|ignore-space-change|ignore-blank-lines|minimal|suppress-common-lines|strip-trailing-cr|width=\d+|(unified|context)=\d+|exclude=.*|color(=\w+)?|label=.*))$/,
  },
  // Not `-z`, which runs programs that unpack.
  file: { options: /^(-|--|-[bhikL]+|--(brief|mime|mime-type|mime-encoding))$/ },
  tree: {
    options: /^(-[adfislphDFCnArtQ]+|-[LIP]|--(dirsfirst|noreport|gitignore|du|prune|filelimit(=\d+)?))$/,
  },
  date: { options: /^(-u|-R|-I\w*|--utc|--iso-8601(=\w+)?)$/, operand: /^\+/ },
  sed: {
    words: [/^(-n|-nE|-En|--quiet|--silent)$/, new RegExp(`^(${NUMBERS}|=)(; ?${NUMBERS})*$`), FILE],
  },
  // `--` ends nothing here: what follows is an expression all the same.
  find: {
    options:
      /^-(i?name|i?path|i?wholename|i?regex|regextype|type|maxdepth|mindepth|size|mtime|mmin|atime|ctime|newer\w*|not|o|or|a|and|print|print0|prune|empty|depth|ls|perm|user|group|readable|writable|executable|links|samefile|xdev|mount|daystart|quit|printf|\d+[cwbkMG]?|L|P|H)$/,
  },
  // Not `-z`, which runs programs that unpack.
  rg: {
    options:
      /^(-|--|-[nilLcowvsSFuUxahHNIpP0.]+|-[ABCmgteTjE].*|-\d+|--(files|files-with-matches|files-without-match|count|count-matches|ignore-case|smart-case|case-sensitive|fixed-strings|hidden|no-ignore|no-ignore-vcs|no-heading|heading|line-number|no-line-number|with-filename|no-filename|only-matching|invert-match|word-regexp|multiline|pcre2|json|stats|vimgrep|trim|follow|sort|sortr|max-count|max-depth|max-columns|context|after-context|before-context|glob|iglob|type|type-not|type-list|regexp|color|colors|replace|unrestricted|text|no-messages|column|null|passthru|no-config|threads)(=.*)?)$/,
  },
};

function each(names: string, allowed: Allowed): Record<string, Allowed> {
  return Object.fromEntries(names.split(' ').map((name) => [name, allowed]));
}

/**
 * How programs are asked for their version. For others the same word means something else (`python3 -v` runs its
 * standard input, `node version` a file, `make version` a target), or the project says which program answers (yarn,
 * pnpm, cargo, rustc, go, tsc: rustup's `cargo --version` ran a program of the folder's choice), or a file in the home
 * (`sqlite3 --version` reads ~/.sqliterc before it answers, `pip --version` imports what lies in ~/.local/lib).
 */
const VERSIONED: readonly [RegExp, RegExp][] = [
  [/^(node|npm|npx|perl|make)$/, /^(--version|-v)$/],
  [/^python3?$/, /^(--version|-V)$/],
  [/^(git|gh)$/, /^version$/],
  [/^(java|gcc|clang|git|gh|psql|bwrap|autodev)$/, /^--version$/],
];

/** `test` and `command`, whose words mean something by their place and number. */
const PLACED: Record<string, readonly (readonly RegExp[])[]> = {
  test: [
    // Not `-t`: zsh computes its number, which may run commands.
    [/^-[a-hkLprsSuwxzn]$/, /^/],
    [/^!$/, /^-[a-hkLprsSuwxzn]$/, /^/],
    [/^[^-!(]/, /^!?=$/, /^/],
  ],
  command: [[/^-[vV]$/, /^[\w.-]+$/]],
};

/** Whether a program with these words only reads. A pattern counts as anything a file may be called. */
export function readsOnly(words: readonly string[], patterns: ReadonlySet<number>): boolean {
  const [program = '', ...args] = words;
  const [only = ''] = args;
  if (args.length === 1 && VERSIONED.some(([name, asks]) => name.test(program) && asks.test(only)))
    return true;
  if (Object.hasOwn(PLACED, program)) return patterns.size === 0 && isForm(PLACED[program] ?? [], args);
  const allowed = Object.hasOwn(PROGRAMS, program) ? PROGRAMS[program] : undefined;
  if (allowed === undefined) return false;
  if (allowed === ANY) return true;
  const { options, operand, most, words: places } = allowed;
  const isLimited = places !== undefined || operand !== undefined || most !== undefined;
  if (patterns.has(-1) || (isLimited && patterns.size > 0)) return false;
  if (places !== undefined)
    return (
      args.length >= places.length - 1 && args.every((word, at) => (places[at] ?? places.at(-1))?.test(word))
    );
  if (options !== undefined && args.some((word) => word.startsWith('-') && !options.test(word))) return false;
  if (operand !== undefined && args.some((word) => !word.startsWith('-') && !operand.test(word)))
    return false;
  return most === undefined || operandsOf(args).length <= most;
}

/** Whether words are one of these forms, word by word. */
export function isForm(forms: readonly (readonly RegExp[])[], words: readonly string[]): boolean {
  return forms.some(
    (form) => form.length === words.length && form.every((shape, at) => shape.test(words[at] ?? '')),
  );
}

/** From the first word that is no option, or from behind `--`, a program may take every word for a file; `-` is one. */
function operandsOf(args: readonly string[]): readonly string[] {
  const first = args.findIndex((word) => !/^-./s.test(word) || word === '--');
  if (first === -1) return [];
  return args.slice(args[first] === '--' ? first + 1 : first);
}
