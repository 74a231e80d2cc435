'use strict';
// Every other program: the tables of what reads, what writes and what runs something else.
const { CHANGING_OPTION, FOLDER, MENTIONS_STATE, SHELLS, base, globMatches, mentionsFinish, own, roomOf, words } = require('./shell.cjs');

const WORDS_CAP = 2_000;

/** Reading programs, unless an argument like this makes them write or run something. */
const READ_UNLESS = {
  sort: /^(-[a-zA-Z]*o|--o|--comp)/, tree: /^(-o|--output)/, shuf: /^(-[a-zA-Z]*o|--o)/, less: /^(-[a-zA-Z]*[oOkP+]|--log-file|\+)/, more: /^\+/,
  file: /^(-[a-zA-Z]*C|--comp)/, date: /^(-[a-zA-Z]*s|--s)/, hostname: /^[^-]/, iconv: /^(-[a-zA-Z]*o|--o)/, rg: /^--(pre|hostname-bin)/,
  fd: /^(-[a-zA-Z]*[xX]|--exec)/, yq: /^(-[a-zA-Z]*i|--inplace|--in-place|-s|--split)/, column: /^--output$/, top: /^[^-]/,
  xmllint: /^(-o|--output|--shell)/, objdump: /^--debug-file/, zip: /^/, openssl: /^/,
  curl: /^(-[a-zA-Z]*[oOTdFXKJcD]|--(o|remo|req|up|da|form|js|conf|cookie-j|du|tr|std|lib|etag-s|hs|cr|url-q))/, tsc: /^$/,
  jest: /^(-[a-zA-Z]*u|--update|--init|--outputFile)/, vitest: /^(-[a-zA-Z]*u|--update|--outputFile|init)/, eslint: /^(--fix|-o|--output|--init)/,
  oxlint: /^(--fix|--init)/, stylelint: /^(--fix|-o|--output)/, playwright: /^(-u|--update|codegen|install|open)/,
  ruff: /^(--fix|--unsafe-fixes|format|-o|--output|clean|--add-noqa)/, 'golangci-lint': /^--fix/, cypress: /^(open|install)/,
};

/** Programs whose first word says what they do: the words that only read, build nothing and change nothing. */
const READ_VERBS = {
  cargo: 'test check clippy tree metadata bench version search nextest', go: 'test vet list version doc', dotnet: 'test', swift: 'test',
  just: 'test check lint --list', task: 'test check lint',
  mvn: 'test', mvnw: 'test', gradle: 'test check tasks', gradlew: 'test check tasks', rake: 'test spec', mix: 'test', composer: 'test show',
  docker: 'ps images logs inspect version info top stats port', podman: 'ps images logs inspect', kubectl: 'get describe logs explain version',
  pip: 'list show freeze check', pip3: 'list show freeze check', gem: 'list', bundle: 'list show', brew: 'list info', apt: 'list show',
  terraform: 'validate show', helm: 'list status template', systemctl: 'status', deno: 'test check lint info', 'claude-md-core': 'parse-claude-md symbol-index',
  biome: 'lint ci', black: '--check', isort: '--check --check-only', prettier: '--check -c -l --list-different', gofmt: '-l -d', rustfmt: '--check', oxfmt: '--check',
  claude: '--version --help', codex: '--version', gemini: '--version', tmux: 'ls', poetry: 'check show', uv: 'tree', coverage: 'report',
};
/** Options with which those words run or write something after all. */
const VERB_UNLESS = {
  go: /^--?(test\.)?(exec|toolexec|vettool|o|c|\w*profile|outputdir|trace|overlay|modfile|fix)(=|$)/, cargo: /^(--config|-Z)/, tmux: /;$|^-/, gradle: /^(-I|--init-script|-b|--build-file)/, gradlew: /^(-I|--init-script|-b|--build-file)/,
  just: /^(-f|--justfile|--shell|--set|-c|--command|-d)/, task: /^(-t|--taskfile|-d|--dir)/, rake: /^(-[a-zA-Z]*[efrR]|--(execute|rakefile|require))/, mvn: /^-D.*exec|^-f/, mvnw: /^-D.*exec|^-f/,
  docker: /^(-H|--host|-c|--context)/, kubectl: /^--kubeconfig/, helm: /^--post-renderer/, deno: /^(--allow-run|-A|--config|-c$|--import-map|--preload)/,
};
const WRITERS = words(`
  rm rmdir mv cp install ln link unlink mkdir touch tee dd truncate shred split csplit chmod chown chgrp chattr setfacl mkfifo mknod mktemp
  patch ed ex vi vim nvim nano emacs rsync scp sftp zip unzip gunzip gzip bzip2 bunzip2 xz unxz zstd unzstd 7z cpio ar sponge trash rename
  alternatives ldconfig wget fallocate sqlite3 gofmt prettier black isort rustfmt oxfmt ditto pax uudecode
`);
const REMOVERS = words('rm mv shred trash chmod chown rsync rename unlink');
const INTERPRETER = /^(python[\d.]*|pypy[\d.]*|node|nodejs|bun|perl[\d.]*|ruby[\d.]*|php[\d.]*|lua(jit|[\d.]*)|Rscript|julia|tclsh|osascript|pwsh|powershell|groovy|scala|guile|racket|ghci|irb|erl|elixir|iex|swipl|gdb|expect|m4|tsx|ts-node|esno)$/;
const OTHER_FORGES = words('np release-it standard-version semantic-release commit-and-tag-version lerna hub lab glab tea jj hg svn sl gt ghstack lazygit gitui bzr fossil arc git-town spr');

/** Programs that run another one: which of their options take a value, and how many words come before it. */
const WRAPPERS = {
  command: ['', 0], builtin: ['', 0], exec: ['-a', 0], nohup: ['', 0], setsid: ['', 0], time: ['-f -o', 0], nice: ['-n', 0],
  ionice: ['-c -n -p', 0], timeout: ['-s -k --signal --kill-after', 1], gtimeout: ['-s -k', 1], stdbuf: ['-i -o -e', 0], chrt: ['-p', 1], taskset: ['', 1],
  sudo: ['-u -g -h -p -C -T -D -R -r -t -U', 0], doas: ['-u -C', 0], unbuffer: ['', 0], caffeinate: ['-t -w', 0], strace: ['-o -e -p -s', 0],
  ltrace: ['-o -e', 0], chroot: ['', 1], unshare: ['', 0], catchsegv: ['', 0], npx: ['-p --package -c --call', 0], bunx: ['', 0], 'cross-env': ['', 0],
  dotenv: ['-e -f', 0], winpty: ['', 0], rlwrap: ['', 0], busybox: ['', 0], toybox: ['', 0], c8: ['-r --reporter -o', 0], nyc: ['--reporter', 0], eatmydata: ['', 0], proxychains: ['', 0],
};

function isKnown(name) {
  const listed = [WRAPPERS, READ_VERBS, READ_UNLESS].some((table) => own(table, name) !== undefined);
  return listed || roomOf(name) !== undefined || name === 'autodev' || SHELLS.has(name) || WRITERS.has(name) || OTHER_FORGES.has(name) || INTERPRETER.test(name);
}

/** A program without a room of its own: one that runs others, one that only reads in some forms, or a writer. */
function program(name, first, args, cmd, ctx) {
  if (INTERPRETER.test(name)) return require('./runners.cjs').interpreter(name, args, cmd, ctx);
  if (own(WRAPPERS, name) !== undefined) return require('./runners.cjs').unwrap(name, WRAPPERS[name], args, cmd, ctx);
  // A script of the project may do anything with such an option.
  const installed = !first.text.includes('/') || /^\/(usr|bin|opt)\/|(^|\/)node_modules\/\.bin\//.test(first.text);
  if (installed && args.length > 0 && args.every((w) => /^(--version|--help|-h|-V|-v|version)$/.test(w.text))) return undefined;
  const unless = own(READ_UNLESS, name);
  if (unless !== undefined) {
    const asks = (w, k) => name === 'curl' && (/^(-[sSLkfiIv]*X|--request=)(GET|HEAD)$/.test(w.text) || (/^(-[sSLkfiIv]*X|--request)$/.test(w.text) && args[k + 1] !== undefined && args[k + 1].dyn === 0 && /^(GET|HEAD)$/.test(args[k + 1].text)));
    const bad = args.filter((w, k) => !asks(w, k)).find((w) => w.dyn === 2 || unless.test(w.text));
    if (bad === undefined && (name !== 'tsc' || args.some((w) => w.text === '--noEmit'))) return undefined;
    if (bad !== undefined && bad.dyn === 2) return ctx.say('opaque', `${name} with an option that is not written out`);
  }
  if (/^(docker|podman)(-compose)?$/.test(name)) {
    const at = name.endsWith('-compose') ? 0 : 1;
    if ((at === 0 || (args[0] && args[0].text === 'compose')) && args[at] && /^(ps|logs|ls|images|top|port|version|events|stats)$/.test(args[at].text) && !args.some((w) => w.dyn === 2)) return undefined;
  }
  const verbs = own(READ_VERBS, name);
  if (verbs !== undefined) {
    const bars = own(VERB_UNLESS, name);
    const listed = (w) => ` ${verbs} `.includes(` ${w.text} `);
    const verb = verbs.startsWith('-') ? args.find(listed) : args.find((w) => !w.text.startsWith('-') && !w.text.includes('=')) || args.find(listed);
    if (verb !== undefined && verb.dyn === 0 && listed(verb) && !args.some((w) => w.dyn === 2 || (w !== verb && CHANGING_OPTION.test(w.text)) || (bars !== undefined && bars.test(w.text)))) {
      if (name === 'just') require('./packages.cjs').peekRecipes('justfile', args, ctx);
      return undefined;
    }
    if (name === 'tmux' || (bars !== undefined && args.some((w) => bars.test(w.text)))) ctx.say('opaque', `${name} with words that may run something else`);
  }
  if (/^(curl|wget|https?|xh)$/.test(name) && args.some((w) => w.dyn > 0 || /git(hub|lab|ea)|bitbucket|\/(pulls|merge)/i.test(w.text)))
    ctx.say('finish', `${name} with data for a forge`);
  if (OTHER_FORGES.has(name)) ctx.say('finish', `${name}, which can commit and push`);
  return writer(name, first, args, cmd, ctx);
}

/** A program that changes files, or one we do not know. */
function writer(name, first, args, cmd, ctx) {
  const operands = args.filter((w) => !w.text.startsWith('-'));
  if (args.length > WORDS_CAP) return ctx.say('state', `${name} with more arguments than can be checked`);
  const removed = name === 'mv' && operands.length > 1 ? operands.slice(0, -1) : operands;
  const above = REMOVERS.has(name) && (name !== 'rsync' || args.some((w) => w.text.startsWith('--del')));
  if (args.some((w) => ctx.touches(w)) || (above && removed.some((w) => ctx.touches(w, true))) || cmd.input.some((doc) => MENTIONS_STATE.test(doc.text)))
    ctx.say('state', `${name} on the workflow state`);
  if (name === 'patch') require('./git.cjs').inspectPatch(name, args, cmd, ctx);
  if (/^(cp|mv|rsync|ditto|install)$/.test(name) && operands.length > 1 && ctx.touches(operands.at(-1), true))
    for (const w of operands.slice(0, -1)) {
      const brought = w.dyn === 0 && (w.glob ? globMatches(base(w.text), FOLDER) : ctx.holds(w.text) && (name !== 'mv' || /\/\.?$/.test(w.text)));
      if (brought) ctx.say('state', `${name} of a folder that holds a workflow state`);
    }
  for (const w of operands) ctx.visit(w);
  if (WRITERS.has(name)) return ctx.say('write', `${name}, which changes files`);
  if (/^(g?make|just|task|rake)$/.test(name) && ['Makefile', 'makefile', 'GNUmakefile', 'justfile', 'Taskfile.yml', 'Rakefile'].some((file) => mentionsFinish(ctx.read(file) || '')))
    ctx.say('finish', `${name}, whose file names git or gh`);
  if (first.text.includes('/')) inspectFile(first, ctx);
  // Not a program: a shell alias or function of the user's profile, which may be anything.
  else if (!ctx.onPath(name)) return ctx.say('opaque', `${name}, which is not a program that can be found`);
  return ctx.say('program', `${name}, which may change files`);
}

/** A script that is about to run: a shell script is read like a command, others are searched. */
function inspectFile(w, ctx, asShell = false) {
  const text = w.dyn > 0 ? undefined : ctx.read(w.text);
  if (text === undefined) return ctx.say('opaque', 'a script that cannot be read');
  if (asShell || /^#!.*\b(ba|da|z|k|a)?sh\b/.test(text.slice(0, 128))) return ctx.script(text.replace(/^#!.*/, ''));
  if (mentionsFinish(text)) ctx.say('finish', `${base(w.text)}, a script that names git or gh`);
  if (MENTIONS_STATE.test(text)) ctx.say('state', `${base(w.text)}, a script that names the workflow state`);
  return undefined;
}

module.exports = { WRITERS, inspectFile, isKnown, program, writer };
