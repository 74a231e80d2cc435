'use strict';
// What a shell command does. The text becomes simple commands; each is told by the room that knows its program.
//
// Kinds: read | write (changes files) | finish (commit, push, gh pr) | program (unknown: may change files) |
// opaque (cannot be told at all) | state (touches the workflow's own state: never an agent's).
const fs = require('node:fs');
const { FOLDER, GIT_OWN, absolute, present, real } = require('./places.cjs');

// A hook that takes too long is an open gate, so everything it looks at is bounded.
const COMMAND_CAP = 256 * 1024;
const PATH_CAP = 4_096;
const FOLDERS_CAP = 32;
const SCRIPTS_CAP = 100;
const WRITTEN_CAP = 500;
const LISTED_CAP = 2_000;
/** Paths that are looked up on the disk; each costs some 60 µs. */
const PATHS_CAP = 20_000;

class Unclear extends Error {}

/** A set that is built when it is first asked: most calls need none of them. */
function words(text) {
  let set;
  return { has: (word) => (set ||= new Set(text.trim().split(/\s+/))).has(word) };
}

const OPENERS = words('if then elif else fi while until do done { } ! time');
/** Substitutions whose output is a name or a number, not an option somebody wrote on purpose. */
const PLAIN_SOURCES = words('git pwd basename dirname which command ls find date realpath readlink nproc id whoami hostname uname wc npm seq');
const DYNAMIC = '\0';
/** An array index with a substitution: bash runs it wherever it evaluates a number or a variable's name. */
const RUNNING_INDEX = /\[[^\]]*(\$\(|`|\$\{)/;
const RISKY_VARIABLE = /^(PATH|CDPATH|LD_.*|DYLD_.*|BASH_ENV|ENV|SHELLOPTS|BASHOPTS|PROMPT_COMMAND|PS4|NODE_OPTIONS|PYTHON(STARTUP|HOME|INSPECT|BREAKPOINT)|PERL5.*|RUBY(OPT|LIB)|GIT_.*|(.*_)?PAGER|(.*_)?EDITOR|VISUAL|(.*_)?BROWSER|LESS(OPEN|CLOSE)|RIPGREP_CONFIG_PATH|npm_config_.*|HOME|XDG_CONFIG_HOME|CLAUDECODE|AUTODEV_.*|SHELL)$/;
const HARMLESS_VALUE = /^(|0|1|true|false|cat|:|(--max-old-space-size=\d+|--no-warnings|--no-deprecation|--trace-(warnings|deprecation|uncaught)|--enable-source-maps|--experimental-(vm-modules|strip-types|transform-types)|--test-concurrency=\d+)( |$))*$/;
const HARMLESS_NAME = /^(GIT_(AUTHOR|COMMITTER)_(NAME|EMAIL|DATE)|GIT_TERMINAL_PROMPT|GIT_OPTIONAL_LOCKS)$/;
const DEVICE = /^\/dev\/(null|stdout|stderr|tty|zero|full|fd\/\d+)$/;
const mentionsFinish = (text) => /\b(git|gh|hub)\b/.test(text) && /\b(push|commit|pr|pull-request|send-pack)\b/.test(text);
const MENTIONS_STATE = /develop-workflow/i;
const SHELLS = words('sh bash dash zsh ksh mksh ash fish rbash');
const CHANGING_OPTION = /^(--?fix|--write|-w|-u|-i|--in-?place|--update.*|-o|--out.*|--apply.*|--allow-dirty|--init)(=|$)/;

const INSTALLED = /^\/(usr|bin|sbin|opt|nix|snap)\/|^\/(home|Users)\/[^/]+\/\.[\w-]+\/|^\/root\/\.[\w-]+\/|\/(node_modules\/\.bin|\.?v?env\/bin|vendor\/bin)\/[^/]+$|\/libexec\/|\/git-core\//;

const READERS = words(`
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

/** Commands of PowerShell that look and print; a block in braces is not understood anyway. */
const POWERSHELL_READS = /^(Get-(ChildItem|Content|Item|ItemProperty|Location|Process|Service|Command|Help|Date|Member|FileHash|Variable|History|Host|Alias)|Select-(String|Object)|Test-(Path|Connection)|Measure-Object|Compare-Object|Resolve-Path|Split-Path|Join-Path|Sort-Object|Group-Object|Format-(List|Table|Wide)|Out-(String|Host|Null)|ConvertFrom-Json|ConvertTo-Json|Write-(Output|Host)|gci|gc|sls|gl)$/i;
const PYTEST_WRITES = /^(--(junit-?xml|basetemp|snapshot-update|pastebin|result-log|report-log|html|log-file|json-report|force-regen|inline-snapshot)|(--cov-report=)?(html|xml|json|lcov|annotate):)/;

/** Readers too, unless an argument like this makes them write or run something. */
const READER_UNLESS = {
  mapfile: /^-[a-zA-Z]*C/, readarray: /^-[a-zA-Z]*C/, history: /^-[a-z]*[aw]/, sdiff: /^(-[a-zA-Z]*o|--o|--di)/, diff3: /^--di/,
  knip: /^--(fix|allow-remove)/, bat: /^(--pager|cache$)/, delta: /^--pager/, man: /^(-[a-zA-Z0-9]*[PHC]|--(pa|ht|conf|br))/,
  cloc: /^--(out|report|sql|write|diff-list|strip)/, scc: /^(-o|--output)/, ss: /^(-[a-zA-Z]*[KD]|--(kill|diag))/, declare: /^-[a-zA-Z]*[ni]/,
  typeset: /^-[a-zA-Z]*[ni]/, local: /^-[a-zA-Z]*[ni]/, pyright: /^--createstub/, journalctl: /^--(vac|rot|fl|cursor-f|sync)/, dmesg: /^(-[a-zA-Z]*[cCDEn]|--(c|console))/,
  markdownlint: /^(-f|--fix|-o|--output)/, 'markdownlint-cli2': /^--fix/, ack: /^--(pager|ackrc|bar|thpppt)/, 'pip-audit': /^(--fix|-o|--output)/,
  pytest: PYTEST_WRITES, 'py.test': PYTEST_WRITES, mocha: /^(-O|--reporter-option|-r$|--require)/, ava: /^(-[a-z]*u|--update)/,
  tap: /^(-S|--snapshot|-[a-z]*o|--(output|save|coverage-report))/, rspec: /^(--init|-o|--out|-r$|--require)/,
  phpunit: /^--(log-|coverage-|testdox-(html|text|xml)|generate|migrate|bootstrap|prepend)/, bats: /^(-o|--output|--gather|--report-f)/,
  mypy: /^--(install-types|junit-xml|[a-z-]+-report)/, flake8: /^--(output-file|tee)/, pylint: /^--(output(=|$)|init-hook|load-plugins|generate)/,
};

/** The room of a program with rules of its own. */
function roomOf(name) {
  switch (name) {
    case 'git':
      return 'git';
    case 'gh':
      return 'forges';
    case 'npm': case 'pnpm': case 'yarn': case 'make': case 'gmake': case 'tox': case 'nox':
      return 'packages';
    case 'find': case 'sed': case 'gsed': case 'awk': case 'gawk': case 'mawk': case 'nawk': case 'tee': case 'uniq':
    case 'xxd': case 'tar': case 'unzip': case 'gzip': case 'wget': case 'ruff':
      return 'filters';
    case 'fc': case 'sg': case 'newgrp': case 'runuser': case 'nsenter': case 'capsh': case 'systemd-run': case 'start-stop-daemon': case 'socat':
    case 'env': case 'eval': case 'ssh': case 'parallel': case 'screen': case 'at': case 'batch': case 'crontab': case 'expect':
    case 'entr': case 'source': case '.': case 'alias': case 'trap': case 'watch': case 'su': case 'script': case 'flock': case 'xargs':
      return 'runners';
    default:
      return undefined;
  }
}
const room = (name) => require(`./${name}.cjs`);

const base = (path) => path.slice(path.lastIndexOf('/') + 1);
const opaqueWord = (dyn) => ({ text: DYNAMIC, raw: DYNAMIC, dyn, glob: false, quoted: true });
const literal = (text) => ({ text, raw: text, dyn: 0, glob: false, quoted: true });
const firstOperand = (args, valued = '') => {
  for (let k = 0; k < args.length; k += 1) {
    const { text } = args[k];
    if (text === '--') return k + 1;
    if (!text.startsWith('-') || text === '-') return k;
    if (valued === '') continue;
    const takes = (option) => ` ${valued} `.includes(` ${option} `);
    // In a cluster such as -nu the last letter may take the next word; an earlier one would take the rest.
    const cluster = /^-[a-zA-Z]{2,}$/.test(text) && ![...text.slice(1, -1)].some((letter) => takes(`-${letter}`)) && takes(`-${text.at(-1)}`);
    if (takes(text) || cluster) k += 1;
  }
  return args.length;
};
const own = (table, name) => (Object.prototype.hasOwnProperty.call(table, name) ? table[name] : undefined);

/**
 * Tells `said` what a command does, and adds the folders it names or goes to, whose workflows then count too.
 * `place` makes a path absolute, `protects` knows the workflow's state.
 */
function inspectCall(command, { start, home, path, folders, said, place, protects, powershell = false }) {
  const cwds = [start];
  const written = new Map();
  const folderOf = (path) => absolute(path, '..');
  let lost = false;
  // Where it goes and what it names decides which workflow it is about.
  inspectShell(command, {
    cwds,
    // After a `cd` the variable is another.
    known: /\b(cd|pushd|popd|chdir)\b/.test(command) ? { HOME: home } : { HOME: home, PWD: start },
    whole: command,
    functions: new Set(),
    budget: { scripts: SCRIPTS_CAP, paths: PATHS_CAP },
    powershell,
    say: (kind, what) => void said.push({ kind, what }),
    visit: (w, folder = false) => {
      if (w.dyn > 0 || w.text.startsWith('-') || w.text.length > PATH_CAP) return;
      for (const from of new Set([start, cwds.at(-1)])) {
        const at = place(w.text, from);
        if (folders.size > LISTED_CAP) return void said.push({ kind: 'state', what: 'more names than can be checked' });
        folders.add(at);
        if (!folder || cwds.includes(at)) continue;
        if (cwds.length < FOLDERS_CAP) cwds.push(at);
        else said.push({ kind: 'state', what: 'more changes of folder than can be followed' });
      }
    },
    enter(w) {
      if (w.dyn > 0) lost = true;
      else if (w.glob && this.touches(w)) this.visit(literal(FOLDER), true);
      else this.visit(w, true);
    },
    holds: (named) => cwds.some((from) => present(`${place(named, from)}/${FOLDER}`)),
    touches(w, above = false) {
      if (w.text === '' || w.text.length > PATH_CAP) return false;
      this.budget.paths -= cwds.length;
      if (this.budget.paths < 0) return true;
      // Names that come from a listing of the files around the state may be its own.
      if (this.reach && w.dyn > 0) return true;
      const braces = w.dyn > 0 && w.raw.includes('{') ? /^([^{}]*)\{([^{}]*,[^{}]*)\}(.*)$/s.exec(w.text) : null;
      if (braces !== null && w.text.length < 1_000)
        return braces[2].split(',').some((part) => this.touches({ ...w, text: braces[1] + part + braces[3], dyn: braces[3].includes('{') ? 2 : w.text.includes(DYNAMIC) ? 1 : 0 }, above));
      // Of a folder that is not known, only a name that says so is the state.
      if (lost && !w.text.startsWith('/') && globMatches(base(w.text), 'state.json')) return true;
      if (w.dyn > 0 && mayName(w.text)) return true;
      if (w.dyn > 0 && !MENTIONS_STATE.test(w.text)) return false;
      const value = w.text.replace(/^-{0,2}[\w-]*=|^-[a-zA-Z]+(?=[./])/, '');
      return MENTIONS_STATE.test(value) && /(^|[/\0])\.develop-workflow/i.test(value) ? true : cwds.some((from) => protects(place(value, from), w.glob && !w.quoted ? globMatches : null, above));
    },
    /** What a file holds, in each folder the command may stand in, or holds once the command has written it. */
    texts: (named) => {
      const found = [];
      for (const from of cwds) {
        const file = place(named, from);
        if (written.has(file)) found.push(written.get(file));
        else if (!written.has(folderOf(file)))
          try {
            if (fs.statSync(file).size <= COMMAND_CAP && fs.statSync(file).isFile()) found.push(fs.readFileSync(file, 'utf8'));
          } catch {}
        else found.push(undefined);
      }
      return found;
    },
    read(named) {
      return this.texts(named).find((text) => text !== undefined);
    },
    /** The command itself writes this file, so that what it holds now says nothing. */
    fresh(named) {
      return this.texts(named).includes(undefined);
    },
    wrote: (w, text) => {
      if (w.dyn > 0 || w.text.length > PATH_CAP || written.size > WRITTEN_CAP) return;
      for (const from of cwds) written.set(place(w.text, from), text);
    },
    onPath: (name) => path.split(':').some((folder) => folder !== '' && fs.existsSync(`${folder}/${name}`)),
  });
}

/** Looks at one shell command; `say(kind, what)` is told everything that matters. */
function inspectShell(text, ctx, depth = 0) {
  let script;
  try {
    ctx.budget.scripts -= 1;
    if (depth > 8 || ctx.budget.scripts < 0) throw new Unclear('commands nested too deep');
    if (text.length > COMMAND_CAP) throw new Unclear('too many characters');
    script = plainCommand(text) || require('./shell-text.cjs').parseShell(text, ctx.known);
  } catch (error) {
    // Too deep for the stack, or not understood: both mean that nothing is known about it.
    if (MENTIONS_STATE.test(text)) ctx.say('state', 'shell text that names the workflow state and cannot be parsed');
    return ctx.say('opaque', error instanceof Unclear ? `shell text with ${error.message}` : 'shell text that cannot be parsed');
  }
  const crafts = script.commands.some((cmd) => cmd.words.length > 0 && !PLAIN_SOURCES.has(cmd.words[0].text) && /^(echo|printf|base64|rev|tr|cat|sed|awk)$/.test(cmd.words[0].text));
  const reach = ctx.reach || reachesState(script, ctx);
  ctx = { ...ctx, reach };
  const here = { ...ctx, functions: script.functions, depth, stdin: opaqueWord(crafts ? 2 : 1), script: (more) => inspectShell(more, ctx, depth + 1), peek: (more) => inspectShell(more, { ...ctx, say: (kind, what) => void ((kind === 'finish' || kind === 'state') && ctx.say(kind, what)) }, depth + 1) };
  for (const cmd of script.commands) inspectCommand(cmd, here);
  return undefined;
}

/** Whether a script names the files around the state by way of a loop or a listing, and then uses those names. */
function reachesState({ commands, listed }, ctx) {
  if (listed.length > LISTED_CAP || listed.some((w) => w.dyn === 0 && ctx.touches(w))) return true;
  if (!commands.some((cmd) => cmd.words.some((w, k) => w.dyn > 0 || (k === 0 && w.text === 'xargs')))) return false;
  return commands.some((cmd) => cmd.words.length > 0 && /^(find|ls|e?grep|fgrep|rg|fd|git)$/.test(base(cmd.words[0].text)) && room('listings').listsState(cmd, ctx));
}

/** One command of plain words, the most frequent case: reading it needs no parser, and so none is loaded. */
function plainCommand(text) {
  if (!/^[\w./:@,+-]+( [\w./:=@,+-]+)*$/.test(text)) return undefined;
  const found = text.split(' ').map((word) => ({ text: word, raw: word, dyn: 0, glob: false, quoted: false }));
  if (OPENERS.has(found[0].text) || /^(for|select|case|esac|function|export|declare|typeset|local|readonly|read)$/.test(found[0].text)) return undefined;
  return { commands: [{ words: found, assigns: [], redirects: [], input: [], piped: false }], functions: new Set(), listed: [] };
}

/** `cat > f <<E`: the file then holds what stands here. */
const isPlainCopy = (cmd) => cmd.input.length === 1 && cmd.input[0].dyn === 0 && cmd.words.length === 1 && cmd.words[0].text === 'cat' && !cmd.piped;

function inspectCommand(cmd, ctx) {
  for (const { kind, target } of cmd.redirects) {
    if (kind === '<' || kind === '<&') {
      if (/^\/dev\/(tcp|udp)\//.test(target.text)) ctx.say('opaque', 'a connection to another machine');
      continue;
    }
    if (kind === '>&' && /^(\d+-?|-)$/.test(target.text)) continue;
    if (target.dyn === 0 && DEVICE.test(target.text)) continue;
    ctx.visit(target);
    if (ctx.touches(target)) ctx.say('state', 'a redirection to the workflow state');
    if (/^\/dev\/(tcp|udp)\//.test(target.text)) ctx.say('opaque', 'a connection to another machine');
    if (GIT_OWN.test(target.text)) ctx.say('finish', "a change of git's own files, which can run commands");
    ctx.wrote(target, kind !== '>>' && isPlainCopy(cmd) ? cmd.input[0].text : undefined);
    ctx.say('write', target.dyn > 0 ? 'a redirection to a file whose name is not written out' : `a redirection to ${target.text}`);
  }
  for (const { name, value } of cmd.assigns) inspectVariable(name, value, ctx);
  inspectWords(cmd.words, cmd, ctx);
}

function inspectVariable(name, value, ctx) {
  if (/^GIT_/.test(name) && ctx.touches({ ...literal(value.text), dyn: value.dyn })) ctx.say('state', `${name} in the folder of the workflow state`);
  if (RISKY_VARIABLE.test(name) && !HARMLESS_NAME.test(name) && !(value.dyn === 0 && HARMLESS_VALUE.test(value.text)))
    ctx.say('opaque', `a change of ${name}, which changes what commands do`);
}

function inspectWords(list, cmd, ctx) {
  if (list.length === 0) return undefined;
  const [first, ...args] = list;
  if (first.dyn > 0 || (first.glob && first.text !== '[')) return ctx.say('opaque', 'a command whose name is not written out');
  let name = base(first.text).replace(/\.exe$/, '');
  if (/^git-[a-z]/.test(name)) return room('git').git([literal(name.slice(4)), ...args], cmd, ctx);
  if (first.text.includes('/')) {
    const target = base(real(absolute(ctx.cwds[0], first.text)));
    // A link with a harmless name is still what it points to.
    if (target !== name && (target === 'git' || target === 'gh' || SHELLS.has(target))) name = target;
    // A file of the project may have the name of any program.
    else if (!INSTALLED.test(absolute(ctx.cwds[0], first.text)) && (READERS.has(name) || roomOf(name) !== undefined || SHELLS.has(name))) {
      ctx.say('program', `${first.text}, which may change files`);
      if (ctx.texts(first.text).length > 0) return room('programs').inspectFile(first, ctx);
      ctx.say('opaque', `${first.text}, which cannot be read`);
    }
  }
  // A function may be unset again, or live in a subshell only: its name hides no program.
  if (ctx.functions.has(first.text) && !room('programs').isKnown(name) && !ctx.onPath(name)) return undefined;
  if (READERS.has(name)) {
    if (name === 'cd' || name === 'pushd') ctx.enter(args[firstOperand(args)] || literal('~'));
    const unless = own(READER_UNLESS, name);
    if (unless !== undefined && args.some((w) => w.dyn === 2 || unless.test(w.text))) {
      if (args.some((w) => ctx.touches(w))) ctx.say('state', `${name} on the workflow state`);
      return ctx.say('opaque', `${name} with an option that writes or runs something`);
    }
    // Names and numbers of these are evaluated, and an index may hold a substitution.
    const evaluates = /^(let|test|\[|read|mapfile|readarray|getopts|unset|declare|typeset|local|readonly|export|wait)$/.test(name) || (name === 'printf' && args.some((w) => w.text.startsWith('-v')));
    if (evaluates && [...args, ...cmd.input].some((w) => RUNNING_INDEX.test(w.text) || (name === 'let' && w.dyn === 2)))
      return ctx.say('opaque', `${name} with an index that runs a command`);
    const sets = /^(read|mapfile|readarray|getopts|unset|hash)$/.test(name) || (name === 'printf' && args.some((w) => w.text.startsWith('-v')));
    if (sets && args.some((w) => w.dyn > 0 || RISKY_VARIABLE.test(w.text) || (name === 'hash' && w.text.startsWith('-p'))))
      ctx.say('opaque', `${name}, which changes what commands do`);
    return undefined;
  }
  if (ctx.powershell && POWERSHELL_READS.test(name) && !args.some((w) => /^-(scriptblock|filterscript|process|begin|end|outfile|method|body)/i.test(w.text))) return undefined;
  if (name === 'autodev' || /^autodev\.m?js$/.test(name)) return room('forges').autodev(args, cmd, ctx);
  const known = roomOf(name);
  if (known !== undefined) return room(known)[name](args, cmd, ctx, name);
  if (SHELLS.has(name)) return room('runners').shell(args, cmd, ctx);
  return room('programs').program(name, first, args, cmd, ctx);
}

/** Whether a path with unknown parts has one that looks like the state's folder, or ends in its file. */
function mayName(text) {
  const parts = text.split('/');
  if (parts.length > 1 && parts.at(-1) === 'state.json') return true;
  return parts.some((part) => {
    if (!part.includes(DYNAMIC)) return part.length > 2 && part.startsWith('.') && globMatches(part, FOLDER);
    const known = part.split(DYNAMIC).join('');
    return known.replace(/[*?[\]]/g, '').length > 3 && globMatches(`.${part.split(DYNAMIC).join('*')}`.replace(/^\.(?=\.)/, ''), FOLDER);
  });
}

/** A path pattern of the shell against one name; a leading dot must be written out. */
function globMatches(pattern, name) {
  if (!/[*?[]/.test(pattern)) return pattern.toLowerCase() === name.toLowerCase();
  if (pattern.length > 256 || pattern.split('*').length > 6) return true;
  if (name.startsWith('.') && !pattern.startsWith('.')) return false;
  const source = pattern.replace(/[.+^${}()|\\]/g, '\\$&').replace(/\*+/g, '.*').replace(/\?/g, '.').replace(/\[!/g, '[^');
  try {
    return new RegExp(`^${source}$`, 'i').test(name);
  } catch {
    return true;
  }
}

module.exports = {
  CHANGING_OPTION, DEVICE, DYNAMIC, FOLDER, GIT_OWN, MENTIONS_STATE, OPENERS, PLAIN_SOURCES, RISKY_VARIABLE, RUNNING_INDEX, SHELLS, Unclear,
  base, firstOperand, globMatches, inspectCall, inspectVariable, inspectWords, literal, mentionsFinish, opaqueWord, own, roomOf, words,
};
