'use strict';
// Every other program: the tables of what reads, what writes and what runs something else.
const { CHANGING_OPTION, FOLDER, GIT_OWN, MENTIONS_STATE, SHELLS, base, globMatches, inspectWords, mentionsFinish, own, roomOf, words } = require('./shell.cjs');

const WORDS_CAP = 2_000;

/** Reading programs, unless an argument like this makes them write or run something. */
const READ_UNLESS = {
  sort: /^(-[a-zA-Z]*o|--o|--comp)/, tree: /^(-o|--output)/, shuf: /^(-[a-zA-Z]*o|--o)/, less: /^(-[a-zA-Z]*[oOkP+]|--log-file|\+)/, more: /^\+/,
  file: /^(-[a-zA-Z]*C|--comp)/, date: /^(-[a-zA-Z]*s|--s)/, hostname: /^[^-]/, iconv: /^(-[a-zA-Z]*o|--o)/, rg: /^--(pre|hostname-bin)/,
  fd: /^(-[a-zA-Z]*[xX]|--exec)/, yq: /^(-[a-zA-Z]*i|--inplace|--in-place|-s|--split)/, column: /^--output$/, top: /^[^-]/,
  xmllint: /^(-o|--output|--shell)/, objdump: /^--debug-file/, zip: /^/, openssl: /^/,
  curl: /^(-[a-zA-Z]*[oOTdFXKJcD]|--(o|remo|req|up|da|form|js|conf|cookie-j|du|tr|std|lib|etag-s|hs|cr|url-q))|%output\{/, tsc: /^--(init|generateTrace|tsBuildInfoFile|generateCpuProfile)$/i,
  jest: /^(-[a-zA-Z]*u|--update|--init|--outputFile|--coverageDirectory)/, vitest: /^(-[a-zA-Z]*u|--update|--outputFile|--coverage\.reportsD|init)/, eslint: /^(--fix|-o|--output|--init|--cache-(location|file))/, rubocop: /^(-[a-zA-Z]*[aAo]|--(auto|fix|out|regenerate|init))/,
  oxlint: /^(--fix|--init)/, stylelint: /^(--fix|-o|--output)/, playwright: /^(-u|--update|codegen|install|open)/,
  ruff: /^(--fix|--unsafe-fixes|format|-o|--output|clean|--add-noqa)/, 'golangci-lint': /^--fix/, cypress: /^(open|install)/,
};

/** Programs whose first word says what they do: the words that only read, build nothing and change nothing. */
const READ_VERBS = {
  cargo: 'test check clippy tree metadata bench version search nextest', go: 'test vet list version doc env', sbt: 'test', lein: 'test', artisan: 'test', dotnet: 'test', swift: 'test',
  just: 'test check lint --list', task: 'test check lint',
  mvn: 'test verify', mvnw: 'test verify', gradle: 'test check tasks', gradlew: 'test check tasks', rake: 'test spec', mix: 'test', composer: 'test show validate',
  docker: 'ps images logs inspect version info top stats port', podman: 'ps images logs inspect', kubectl: 'get describe logs explain version',
  pip: 'list show freeze check', pip3: 'list show freeze check', gem: 'list', bundle: 'list show', brew: 'list info', apt: 'list show',
  terraform: 'validate show plan', pyenv: 'versions version which root', helm: 'list status template', systemctl: 'status', deno: 'test check lint info', 'claude-md-core': 'parse-claude-md symbol-index',
  biome: 'lint ci check', black: '--check', isort: '--check --check-only', prettier: '--check -c -l --list-different', gofmt: '-l -d', rustfmt: '--check', oxfmt: '--check',
  claude: '--version --help', codex: '--version', gemini: '--version', tmux: 'ls', poetry: 'check show', uv: 'tree', coverage: 'report',
};
/** Programs that take several such words and do them all. */
const MANY_GOALS = words('mvn mvnw gradle gradlew rake just task sbt');
/** Options of theirs that take the next word; of others it is not known whether they do, so the word behind them is no verb. */
const VERB_VALUED = {
  kubectl: '-n --namespace --context --cluster', helm: '-n --namespace', mvn: '-pl -P -T', mvnw: '-pl -P -T', gradle: '-p --project-dir --tests -x', gradlew: '-p --project-dir --tests -x',
};
const VERB_FLAG = /^(-[qvsBDUeoi]|-D.*|-P.*|\+[\w.-]+|--[\w-]+=.*|--(quiet|verbose|offline|locked|frozen|info|debug|stacktrace|no-daemon|continue|parallel|no-color|silent|batch-mode|all|rerun-tasks|help|version))$/;

/** The word that says what to do, unless an option before it might have taken it. */
function verbOf(name, args) {
  for (let k = 0; k < args.length; k += 1) {
    if (` ${own(VERB_VALUED, name) || ''} `.includes(` ${args[k].text} `)) k += 1;
    else if (!/^[-+]/.test(args[k].text)) return args[k].text.includes('=') ? undefined : args[k];
    else if (!VERB_FLAG.test(args[k].text)) return undefined;
  }
  return undefined;
}

const goalsOf = (name, args) => args.filter((w, k) => !/^[-+]/.test(w.text) && !` ${own(VERB_VALUED, name) || ''} `.includes(` ${(args[k - 1] || { text: '-' }).text} `));

/** Options with which those words run or write something after all. */
const VERB_UNLESS = {
  go: /^--?(test\.)?(exec|toolexec|vettool|o|c|\w*profile|outputdir|trace|overlay|modfile|fix|update|w|u)(=|$)/, terraform: /^--?(out|generate)/, cargo: /^(--config|-Z)/, tmux: /;$|^-/, gradle: /^(-I|--init-script|-b|--build-file)/, gradlew: /^(-I|--init-script|-b|--build-file)/,
  just: /^(-f|--justfile|--shell|--set|-c|--command|-d)/, task: /^(-t|--taskfile|-d|--dir)/, rake: /^(-[a-zA-Z]*[efrR]|--(execute|rakefile|require))/, mvn: /^-D.*exec|^-f/, mvnw: /^-D.*exec|^-f/,
  docker: /^(-H|--host|-c|--context)/, kubectl: /^--kubeconfig/, helm: /^--post-renderer/, deno: /^(--allow-run|-A|--config|-c$|--import-map|--preload)/,
};
/** Programs with a word that runs another program. */
const RUNNERS = { bundle: /^exec$/, poetry: /^run$/, uv: /^run$/, pipenv: /^run$/, pdm: /^run$/, hatch: /^run$/, rye: /^run$/, pyenv: /^exec$/, rbenv: /^exec$/ };
const WRITERS = words(`
  rm rmdir mv cp install ln link unlink mkdir touch tee dd truncate shred split csplit chmod chown chgrp chattr setfacl mkfifo mknod mktemp
  patch ed ex vi vim nvim nano emacs rsync scp sftp zip unzip gunzip gzip bzip2 bunzip2 xz unxz zstd unzstd 7z cpio ar sponge trash rename
  alternatives ldconfig wget fallocate sqlite3 gofmt prettier black isort rustfmt oxfmt ditto pax uudecode
`);
/** Writers that run nothing, whatever their arguments say. */
const PLAIN_WRITERS = words('rm rmdir mv cp install ln link unlink mkdir touch tee dd truncate shred chmod chown chgrp chattr mkfifo mktemp sponge gzip gunzip bzip2 xz');
const COPIERS = words('cp mv install ln link tee dd rsync scp curl wget sponge ditto patch gunzip unzip tar');
/** Options, or words, with which a program that changes or reads files runs something else. */
const EDITOR = /^(\+|-[a-zA-Z]*[cSsuP]|--(cmd|remote|server))/;
const RUNS = {
  vi: EDITOR, vim: EDITOR, nvim: EDITOR, ex: EDITOR, emacs: /^--?(eval|execute|l|load|f|funcall|script|batch)/, less: /^\+/, more: /^\+/,
  tar: /^(--to-command|--checkpoint-action|--use-compress|--info-script|--new-volume|--rsh|--rmt|-[a-zA-Z]*[IF])/, rsync: /^(-[a-zA-Z]*e|--rsh|--rsync-path)/,
  zip: /^(-[a-zA-Z]*TT|--unzip-command)/, split: /^--fi/, sort: /^--comp/, scp: /^-[a-zA-Z0-9]*[SoF]/, sftp: /^-[a-zA-Z0-9]*[SoFbD]/, wget: /^(--use-askpass|-e|--execute|--config)/,
  curl: /^(-[a-zA-Z]*K|--conf)/, sqlite3: /(^|\n)\s*\.(sh|sy|imp|re|o|on|ex)|\b(load_extension|edit)\b|^-(init|cmd)/, psql: /\\!|\bprogram\b|^-[a-zA-Z]*f|^--file/i,
};
const READS_COMMANDS = words('ed ex vi vim nvim emacs sqlite3 psql mysql ftp sftp bc dc');
const COMPRESSORS = words('gzip pigz zstd xz bzip2 lz4 lzma zstdmt pzstd');

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
    if (bad === undefined && (name !== 'tsc' || checksTypes(args))) return undefined;
    if (bad !== undefined && bad.dyn === 2) return ctx.say('opaque', `${name} with an option that is not written out`);
  }
  if (/^(docker|podman)(-compose)?$/.test(name)) {
    const at = name.endsWith('-compose') ? 0 : 1;
    if ((at === 0 || (args[0] && args[0].text === 'compose')) && args[at] && /^(ps|logs|ls|images|top|port|version|events|stats|config)$/.test(args[at].text) && !args.some((w) => w.dyn === 2)) return undefined;
  }
  const inner = own(RUNNERS, name);
  if (inner !== undefined && args[0] && inner.test(args[0].text)) {
    const at = args.findIndex((w, k) => k > 0 && !w.text.startsWith('-'));
    if (at === 1 && args[at].dyn === 0) return inspectWords(args.slice(at), cmd, ctx);
  }
  const verbs = own(READ_VERBS, name);
  if (verbs !== undefined) {
    const bars = own(VERB_UNLESS, name);
    const listed = (w) => ` ${verbs} `.includes(` ${w.text.replace(/^(:[\w-]+)*:(?=\w)/, '')} `);
    const verb = verbs.startsWith('-') ? args.find(listed) : verbOf(name, args) || args.find((w) => w.text.startsWith('-') && listed(w));
    const checksFormat = /^(cargo|mix)$/.test(name) && verb !== undefined && /^(fmt|format)$/.test(verb.text) && args.some((w) => /^--check(-formatted)?$/.test(w.text));
    if (checksFormat) return undefined;
    if (verb !== undefined && verb.dyn === 0 && listed(verb) && (!MANY_GOALS.has(name) || goalsOf(name, args).every(listed)) && !args.some((w) => w.dyn === 2 || (w !== verb && CHANGING_OPTION.test(w.text)) || (bars !== undefined && bars.test(w.text)))) {
      if (name === 'just') require('./packages.cjs').peekRecipes('justfile', args, ctx);
      return undefined;
    }
    if (name === 'tmux' || (bars !== undefined && args.some((w) => bars.test(w.text)))) ctx.say('opaque', `${name} with words that may run something else`);
  }
  if (/^(mvnw?|gradlew?|sbt)$/.test(name) && args.some((w) => /^release/.test(w.text))) ctx.say('finish', `${name} release, which commits and pushes`);
  if (OTHER_FORGES.has(name)) ctx.say('finish', `${name}, which can commit and push`);
  return writer(name, first, args, cmd, ctx);
}

/** A tsc that prints what it found and writes nothing. */
function checksTypes(args) {
  const at = args.findIndex((w) => /^--noemit$/i.test(w.text));
  if (at !== -1) return !(args[at + 1] && args[at + 1].text === 'false');
  return args.some((w) => /^(--showConfig|--listFilesOnly|--dry|-d|--help|--all)$/.test(w.text)) && !args.some((w) => w.text === '--clean');
}

/** The files a copy leaves behind hold something else than before. */
function remember(name, operands, ctx) {
  if (!COPIERS.has(name) || operands.length === 0) return;
  const last = operands.at(-1);
  for (const w of /^(cp|mv|install|ln|rsync|scp|ditto)$/.test(name) ? [last] : operands) ctx.wrote({ ...w, text: w.text.replace(/^of=/, '') });
  if (last.dyn === 0) for (const w of operands.slice(0, -1)) ctx.wrote({ ...w, text: `${last.text}/${base(w.text)}` });
}

/** What the arguments of a program that may run others would run. */
function inspectInner(name, args, cmd, ctx) {
  const runs = own(RUNS, name);
  const harmless = (w, k) => name === 'tar' && COMPRESSORS.has(/^--use-compress[\w-]*=/.test(w.text) ? w.text.split('=')[1] : (args[k + 1] || w).text);
  if (runs !== undefined && args.some((w, k) => w.dyn === 2 || (runs.test(w.text) && !harmless(w, k)))) ctx.say('opaque', `${name} with an option that runs other commands`);
  if (READS_COMMANDS.has(name) && (cmd.piped || cmd.input.some((doc) => doc.dyn > 0 || /[!.\\]/.test(doc.text)))) ctx.say('opaque', `${name}, which reads what to do from elsewhere`);
  const said = [...args, ...cmd.input].map((w) => w.text).join(' ').slice(0, 20_000);
  if (/(^|[^\w-])(git|gh|hub)\s+(\S+\s+){0,6}?(push|commit|send-pack|pr)(\s|\W|$)/.test(said)) ctx.say('finish', `${name}, which is told to run git or gh`);
  if (require('./runners.cjs').tellsGate(said)) ctx.say('state', `${name}, which is told to change the workflow state`);
  const telling = { ...ctx, say: (kind, what) => void ((kind === 'finish' || kind === 'state') && ctx.say(kind, what)) };
  // Many of them take patterns apart by themselves.
  if (args.some((w) => w.dyn === 0 && /[*?]/.test(w.text) && w.text.includes('.') && ctx.touches({ ...w, glob: true, quoted: false }))) ctx.say('state', `${name} on the workflow state`);
  if (name === 'cargo' && args.some((w) => /^(smart-)?release$/.test(w.text))) ctx.say('finish', 'cargo release');
  const at = args.findIndex((w) => w.dyn === 0 && (SHELLS.has(base(w.text)) || /^(git|gh|env)$/.test(base(w.text))));
  if (at !== -1 && args.length < 200) inspectWords(args.slice(at), cmd, telling);
}

/** A program that changes files, or one we do not know. */
function writer(name, first, args, cmd, ctx) {
  const operands = args.filter((w) => !w.text.startsWith('-'));
  if (args.length > WORDS_CAP) return ctx.say('state', `${name} with more arguments than can be checked`);
  const removed = name === 'mv' && operands.length > 1 ? operands.slice(0, -1) : operands;
  const above = (REMOVERS.has(name) && (name !== 'rsync' || args.some((w) => /^--(del|remove)/.test(w.text)))) || (name === 'tar' && args.some((w) => w.text === '--remove-files'));
  if (args.some((w) => ctx.touches(w)) || (above && removed.some((w) => ctx.touches(w, true))) || cmd.input.some((doc) => MENTIONS_STATE.test(doc.text)))
    ctx.say('state', `${name} on the workflow state`);
  if (name === 'patch') require('./git.cjs').inspectPatch(name, args, cmd, ctx);
  if (/^(cp|mv|rsync|ditto|install)$/.test(name) && operands.length > 1 && ctx.touches(operands.at(-1), true))
    for (const w of operands.slice(0, -1)) {
      const brought = w.dyn === 0 && (w.glob ? globMatches(base(w.text), FOLDER) : ctx.holds(w.text) && (name !== 'mv' || /\/\.?$/.test(w.text)));
      if (brought) ctx.say('state', `${name} of a folder that holds a workflow state`);
    }
  for (const w of operands) ctx.visit(w);
  if (/^(curl|wget|https?|xh|nc|ncat|telnet|openssl)$/.test(name) && args.some((w) => w.dyn > 0 || /git(hub|lab|ea)|bitbucket|\/(pulls|merge)/i.test(w.text)))
    ctx.say('finish', `${name} with data for a forge`);
  if (operands.some((w) => GIT_OWN.test(w.text))) ctx.say('finish', "a change of git's own files, which can run commands");
  remember(name, operands, ctx);
  if (!PLAIN_WRITERS.has(name)) inspectInner(name, args, cmd, ctx);
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
  const texts = w.dyn > 0 ? [] : ctx.texts(w.text);
  if (texts.length === 0) return ctx.say('opaque', 'a script that cannot be read');
  for (const text of texts) inspectText(w, text, ctx, asShell);
  return undefined;
}

function inspectText(w, text, ctx, asShell) {
  if (text === undefined) return ctx.say('opaque', `${base(w.text)}, a script that the same command writes`);
  if (asShell || /^#!.*\b(ba|da|z|k|a)?sh\b/.test(text.slice(0, 128))) return ctx.script(text.replace(/^#!.*/, ''));
  if (mentionsFinish(text)) ctx.say('finish', `${base(w.text)}, a script that names git or gh`);
  if (MENTIONS_STATE.test(text)) ctx.say('state', `${base(w.text)}, a script that names the workflow state`);
  return undefined;
}

module.exports = { WRITERS, inspectFile, isKnown, program, writer };
