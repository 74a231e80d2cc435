/** What a word may be for its program to do nothing but read and print. */
interface Allowed {
  /** Options by name; a word that begins with a dash and is none of these is refused. Undefined: any. */
  options?: RegExp;
  /** How many words that are no options it may get, where more would be written to. */
  operands?: number;
  /** All its words together, joined by a blank. */
  words?: RegExp;
}

const ANY: Allowed = {};
const NUMBERS = String.raw`(\d+|\$)(,(\+?\d+|\$))?p`;
const TESTS = String.raw`(! )?(-[a-hkLprsStuwxzn] \S*|\S+ !?= \S+)`;

/**
 * Programs that only read and print, whatever they are told by the words that are allowed here. Those with no limit
 * have no option that writes a file or runs a program.
 */
const PROGRAMS: Record<string, Allowed> = {
  ...each(
    'ls cat head tail wc grep egrep fgrep cut tr nl tac rev stat du df basename dirname readlink realpath echo cmp ' +
      'comm paste fold expand unexpand od hexdump md5sum sha1sum sha256sum sha512sum cksum seq sleep true false pwd ' +
      'which nproc uname id whoami groups printenv diff jq strings base64 column join ps free uptime cd arch lscpu',
    ANY,
  ),
  printf: { words: /^(?!-)/ },
  test: { words: new RegExp(`^${TESTS}$`) },
  type: { options: /^-[at]$/ },
  command: { words: /^-[vV] [\w.-]+$/ },
  sort: {
    options:
      /^(-[bdfghinrRuVcCmsz]+|-[kt].*|--(reverse|numeric-sort|unique|human-numeric-sort|version-sort|ignore-case|key=.*|field-separator=.*|check|stable|zero-terminated))$/,
  },
  uniq: { options: /^(-[cdiuDz]+|-[fsw]\d+|--(count|repeated|unique|ignore-case))$/, operands: 1 },
  xxd: { options: /^-([abeipu]|[lcgs]\d*)$/, operands: 1 },
  file: { options: /^(-[bhikLpz]+|--(brief|mime|mime-type|mime-encoding))$/ },
  tree: {
    options: /^(-[adfislphDFCnArtQ]+|-[LIP].*|--(dirsfirst|noreport|gitignore|du|prune|filelimit=?\d*))$/,
  },
  date: { words: /^((-u|-R|-I\w*|--utc|--iso-8601(=\w+)?|\+(?!.* -).*) ?)*$/ },
  hostname: { words: /^$/ },
  sed: {
    words: new RegExp(`^(-n|-nE|-En|--quiet|--silent) ('?)(${NUMBERS}|=)(; ?${NUMBERS})*\\2( [^- ]\\S*)*$`),
  },
  find: {
    options:
      /^-(i?name|i?path|i?wholename|i?regex|regextype|type|maxdepth|mindepth|size|mtime|mmin|atime|ctime|newer\w*|not|o|or|a|and|print|print0|prune|empty|depth|ls|perm|user|group|readable|writable|executable|links|samefile|xdev|mount|daystart|quit|printf|\d+|L|P|H)$/,
  },
  rg: {
    options:
      /^(-[nilLcowvsSFuUxahHNIpPz0.]+|-[ABCmgteTjE].*|-\d+|--(files|files-with-matches|files-without-match|count|count-matches|ignore-case|smart-case|case-sensitive|fixed-strings|hidden|no-ignore|no-ignore-vcs|no-heading|heading|line-number|no-line-number|with-filename|no-filename|only-matching|invert-match|word-regexp|multiline|pcre2|json|stats|vimgrep|trim|follow|sort|sortr|max-count|max-depth|max-columns|context|after-context|before-context|glob|iglob|type|type-not|type-list|regexp|color|colors|replace|unrestricted|text|no-messages|column|null|passthru|no-config|threads)(=.*)?)$/,
  },
};

function each(names: string, allowed: Allowed): Record<string, Allowed> {
  return Object.fromEntries(names.split(' ').map((name) => [name, allowed]));
}

/**
 * Programs of which these words alone are asked: which version is here. None that starts another one by what a file of
 * the folder says: rustup's `cargo --version` ran a program of the project's choice.
 */
const VERSIONED = /^(node|perl|gcc|make|git|sqlite3|bwrap|autodev) (--version|-v|-V|version)$/;

/** Whether a program with these words only reads. A pattern counts as anything a file may be called. */
export function readsOnly(words: readonly string[], patterns: ReadonlySet<number>): boolean {
  const [program = '', ...args] = words;
  if (VERSIONED.test(words.join(' '))) return true;
  const allowed = Object.hasOwn(PROGRAMS, program) ? PROGRAMS[program] : undefined;
  if (allowed === undefined) return false;
  if (allowed === ANY) return true;
  if (patterns.has(-1)) return false;
  if (allowed.words !== undefined) return patterns.size === 0 && allowed.words.test(args.join(' '));
  const { options, operands } = allowed;
  if (
    options !== undefined &&
    args.some((word) => word.length > 1 && word.startsWith('-') && !options.test(word))
  )
    return false;
  if (operands === undefined) return true;
  return patterns.size === 0 && args.filter((word) => !word.startsWith('-')).length <= operands;
}
