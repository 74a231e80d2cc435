import type { Context } from './context.ts';
import { names, entryOf } from './names.ts';
import { RUNNING_INDEX } from './parse/assignments.ts';
import type { SimpleCommand } from './parse/script.ts';
import { RISKY_VARIABLE } from './risky-variables.ts';
import { anyTouchesState, enterFolder } from './touches.ts';
import { CRAFTED, firstOperand, literal, type Word } from './word.ts';

/** Programs and words of the shell that look and print. */
export const READERS = names(`
  ls cat head tail wc grep egrep fgrep zgrep ag nl tac rev cut tr paste comm join cmp diff diff3 sdiff stat du df od hexdump
  strings md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum sum basename dirname realpath readlink pwd
  echo printf true false test [ : seq sleep whoami id groups uname arch nproc uptime free ps pgrep lsof ss netstat printenv
  locale which whereis type hash help man apropos jq expr bc factor numfmt fold fmt expand unexpand tsort getconf tty cal
  tput clear nslookup dig host ping zcat bzcat xzcat zstdcat base64 base32 nm size ldd zipinfo lscpu lsblk kill wait
  cd pushd popd dirs export declare typeset local readonly unset set shopt umask ulimit jobs fg bg exit return break
  continue shift read mapfile readarray getopts let unalias history logout bat colordiff delta cloc tokei scc
  ack journalctl dmesg markdownlint markdownlint-cli2 staticcheck py_compile pip-audit
  mocha ava tap pytest py.test rspec phpunit bats ctest shellcheck hadolint actionlint mypy pyright flake8 pylint
  unittest doctest tsc-watch publint attw knip
`);

const PYTEST_WRITES =
  /^(--(junit-?xml|basetemp|snapshot-update|pastebin|result-log|report-log|html|log-file|json-report|force-regen|inline-snapshot)|(--cov-report=)?(html|xml|json|lcov|annotate):)/;

/** Arguments with which they write or run something after all. */
const READER_UNLESS: Readonly<Record<string, RegExp>> = {
  mapfile: /^-[a-zA-Z]*C/,
  readarray: /^-[a-zA-Z]*C/,
  history: /^-[a-z]*[aw]/,
  sdiff: /^(-[a-zA-Z]*o|--o|--di)/,
  diff3: /^--di/,
  base64: /^(-[a-zA-Z]*o|--output)/,
  arch: /^/,
  ag: /^--pager/,
  diff: /^(-[a-zA-Z]*l|--pag)/,
  knip: /^--(fix|allow-remove)/,
  bat: /^(--pager|cache$)/,
  delta: /^--pager/,
  man: /^(-[a-zA-Z0-9]*[PHC]|--(pa|ht|conf|br))/,
  cloc: /^--(out|report|sql|write|diff-list|strip)/,
  scc: /^(-o|--output)/,
  ss: /^(-[a-zA-Z]*[KD]|--(kill|diag))/,
  declare: /^-[a-zA-Z]*[ni]/,
  typeset: /^-[a-zA-Z]*[ni]/,
  local: /^-[a-zA-Z]*[ni]/,
  pyright: /^--createstub/,
  journalctl: /^--(vac|rot|fl|cursor-f|sync)/,
  dmesg: /^(-[a-zA-Z]*[cCDEn]|--(c|console))/,
  markdownlint: /^(-f|--fix|-o|--output)/,
  'markdownlint-cli2': /^--fix/,
  ack: /^--(pager|ackrc|bar|thpppt)/,
  'pip-audit': /^(--fix|-o|--output)/,
  pytest: PYTEST_WRITES,
  'py.test': PYTEST_WRITES,
  mocha: /^(-O|--reporter-option|-r$|--require)/,
  ava: /^(-[a-z]*u|--update)/,
  tap: /^(-S|--snapshot|-[a-z]*o|--(output|save|coverage-report))/,
  rspec: /^(--init|-o|--out|-r$|--require)/,
  phpunit: /^--(log-|coverage-|testdox-(html|text|xml)|generate|migrate|bootstrap|prepend)/,
  bats: /^(-o|--output|--gather|--report-f)/,
  mypy: /^--(install-types|junit-xml|[a-z-]+-report)/,
  flake8: /^--(output-file|tee)/,
  pylint: /^--(output(=|$)|init-hook|load-plugins|generate)/,
};

/** Their names and numbers are evaluated, and an index may hold a substitution. */
const EVALUATES = names(
  'let test [ read mapfile readarray getopts unset declare typeset local readonly export wait',
);
const SETS = names('read mapfile readarray getopts unset hash');

export function inspectReader(name: string, args: readonly Word[], cmd: SimpleCommand, ctx: Context): void {
  if (name === 'cd' || name === 'pushd') enterFolder(ctx, args[firstOperand(args)] ?? literal('~'));
  const unless = entryOf(READER_UNLESS, name);
  if (unless !== undefined && args.some((w) => w.doubt === CRAFTED || unless.test(w.text))) {
    if (anyTouchesState(ctx, args)) ctx.say('state', `${name} on the workflow state`);
    return ctx.say('opaque', `${name} with an option that writes or runs something`);
  }
  const printsToVariable = name === 'printf' && args.some((w) => w.text.startsWith('-v'));
  const runs = (w: { text: string; doubt: number }) =>
    RUNNING_INDEX.test(w.text) || (name === 'let' && w.doubt === CRAFTED);
  if ((EVALUATES.has(name) || printsToVariable) && [...args, ...cmd.input].some(runs))
    return ctx.say('opaque', `${name} with an index that runs a command`);
  const changes = (w: Word) =>
    w.doubt > 0 || RISKY_VARIABLE.test(w.text) || (name === 'hash' && w.text.startsWith('-p'));
  if ((SETS.has(name) || printsToVariable) && args.some(changes))
    ctx.say('opaque', `${name}, which changes what commands do`);
}
