'use strict';
// Programs that run other programs or code: shells, interpreters, env, xargs, sudo, watch and others.
const { MENTIONS_STATE, base, firstOperand, inspectVariable, inspectWords, literal, own } = require('./shell.cjs');

/** Options of wrappers that name a file to write. */
const WRAPPER_WRITES = {
  time: /^(-[apqvV]*o|--o)/, strace: /^(-[cCdDfFhikqrtTvVwxyYzZ]*o|--o)/, ltrace: /^(-[bcCfhiLrStTV]*o|--o)/,
  c8: /^(-o|--o|--reports?-dir|--temp-d|--merge-async)/, nyc: /^(-o|--o|--reports?-dir|--temp-d|-t$|--in-?place)/,
};
const FLAGS = /^--(yes|no|no-install|quiet|silent|foreground|preserve-status|verbose|append|portability|all|check-coverage|preserve-env|non-interactive|login|background|bun|wait|fork|ctty|ignore-existing|version|help|prefer-offline|workspaces|follow-forks|summary-only)$/;
const programs = () => require('./programs.cjs');

function inspectShellProgram(args, cmd, ctx) {
  // Only the syntax is checked.
  if (args[0] && args[0].text === '-n' && args[1] && !/^[-+]/.test(args[1].text) && args[1].dyn < 2) return undefined;
  let k = 0;
  for (; k < args.length && /^[-+]/.test(args[k].text) && args[k].text !== '-'; k += 1) {
    const { text, dyn } = args[k];
    if (dyn > 0) return ctx.say('opaque', 'a shell with options that are not written out');
    if (text === '--version' || text === '--help') return undefined;
    if (text === '--') {
      k += 1;
      break;
    }
    if (text === '-o' || text === '+o' || text === '-O' || text === '--rcfile' || text === '--init-file') k += 1;
    if (/rcfile|init-file/.test(text)) return ctx.say('opaque', 'a shell with a start file');
    if (/^-[a-zA-Z]*c[a-zA-Z]*$/.test(text)) {
      const code = args.slice(k + 1).find((w) => !/^[-+]/.test(w.text));
      if (code === undefined || code.dyn > 0) return ctx.say('opaque', 'a shell command that is not written out');
      return ctx.script(code.text);
    }
    if (/^-[a-zA-Z]*s[a-zA-Z]*$/.test(text)) {
      k = args.length;
      break;
    }
  }
  const file = args[k];
  if (file !== undefined && file.text !== '-') return programs().inspectFile(file, ctx, true);
  if (cmd.input.length === 0 || cmd.piped) return ctx.say('opaque', 'a shell that reads its commands from elsewhere');
  for (const doc of cmd.input) {
    if (doc.dyn > 0) ctx.say('opaque', 'a shell whose input is not written out');
    else ctx.script(doc.text);
  }
  return undefined;
}

/** An option of node that runs or writes something besides the tests; the usual loaders are known. */
function nodeRuns(text, next) {
  const preload = /^(-r|--require|--import|--loader|--experimental-loader)(?:=(.*))?$/.exec(text);
  if (preload !== null) return !/^(tsx(\/\w+)?|ts-node\/(register|esm)|@swc-node\/register|dotenv\/config|source-map-support\/register)$/.test(preload[2] || (next ? next.text : ''));
  return /^(-[a-zA-Z]*[epri]|--(eval|print|interactive|run|require|import|loader|experimental-loader|cpu-prof|heap-prof|test-update|env-file|build-|redirect-warnings|trace-event|diagnostic-dir|report|snapshot-blob|openssl-config)|--test-reporter-destination(?!=std(out|err)$)|--test-reporter=(?!(spec|tap|dot|junit|lcov)$))/.test(text);
}

function inspectInterpreter(name, args, cmd, ctx) {
  if (args.length > 0 && args.every((w) => /^(--version|-V|-v|--help|-h)$/.test(w.text))) return undefined;
  const inline = name.startsWith('py') ? /^-[A-Za-z]*c/ : /^-[A-Za-z0-9]*[eEpri]|^--(eval|print|run|exec|require|import|loader)/;
  if (/^(node|nodejs)$/.test(name) && args.some((w) => /^(--test|--check|-c)$/.test(w.text)) && !args.some((w, k) => w.dyn === 2 || nodeRuns(w.text.replaceAll('_', '-'), args[k + 1])))
    return undefined;
  if (name === 'bun' && args[0] && args[0].text === 'test') return undefined;
  if (name === 'bun' && args[0] && /^(run|x)$/.test(args[0].text)) return require('./packages.cjs').packageManager(args, cmd, ctx, name);
  const at = firstOperand(args, '-W -X -Q -I -m --conditions -C');
  const options = args.slice(0, at);
  const module = args.findIndex((w) => w.text === '-m');
  if (name.startsWith('py') && module !== -1 && module < at) {
    const target = args[module + 1];
    if (target === undefined || target.dyn > 0) return ctx.say('opaque', 'a Python module that is not written out');
    if (target.text === 'json.tool' && args.slice(module + 2).filter((w) => !w.text.startsWith('-')).length < 2) return undefined;
    return inspectWords([target, ...args.slice(module + 2)], cmd, ctx);
  }
  const script = args[at];
  if (options.some((w) => w.dyn > 0 || inline.test(w.text)) || script === undefined || script.text === '-' || script.dyn > 0 || cmd.piped && script === undefined) {
    const code = [...args, ...cmd.input].map((w) => w.text).join('\n');
    if (MENTIONS_STATE.test(code)) ctx.say('state', `${name} code that names the workflow state`);
    return ctx.say('opaque', `code given to ${name} on the command line`);
  }
  if (/(^|\/)autodev(\.m?js)?$|autodev[^/]*\/(src\/main\.ts|dist\/main\.js)$/.test(script.text)) return require('./forges.cjs').autodev(args.slice(at + 1), cmd, ctx);
  if (args[at + 1] && args[at + 1].text === 'develop') require('./forges.cjs').autodev(args.slice(at + 1), cmd, ctx);
  if (args.some((w) => ctx.touches(w))) ctx.say('state', `${name} on the workflow state`);
  if (ctx.read(script.text) !== undefined) programs().inspectFile(script, ctx);
  return ctx.say('program', `${name} ${base(script.text)}, which may change files`);
}

function unwrap(name, [valued, before], args, cmd, ctx) {
  const writes = own(WRAPPER_WRITES, name);
  const at = firstOperand(args, valued);
  const options = args.slice(0, at);
  if (name === 'command' && options.some((w) => /^-[pvV]*[vV]/.test(w.text))) return undefined;
  if (writes !== undefined && options.some((w) => writes.test(w.text))) {
    if (args.some((w) => ctx.touches(w))) ctx.say('state', `${name} on the workflow state`);
    ctx.say('write', `${name} with an output file`);
  }
  // Whether an unknown long option takes the next word decides which word is the program.
  if (options.some((w) => w.text.startsWith('--') && !w.text.includes('=') && w.text !== '--' && !` ${valued} `.includes(` ${w.text} `) && !FLAGS.test(w.text)))
    ctx.say('opaque', `${name} with an option that is not known`);
  if (name === 'npx' && args.some((w) => /^(-c|--call)/.test(w.text))) return ctx.say('opaque', 'npx --call');
  if (/^(sudo|doas)$/.test(name) && args[0] && /^-[a-zA-Z]*[sie]$/.test(args[0].text)) return ctx.say('opaque', `${name} with a shell or an editor`);
  let rest = args.slice(at + before);
  while (rest.length > 0 && /^[A-Za-z_]\w*=/.test(rest[0].raw)) {
    inspectVariable(rest[0].text.split('=', 1)[0], { text: rest[0].text.slice(rest[0].text.indexOf('=') + 1), dyn: rest[0].dyn }, ctx);
    rest = rest.slice(1);
  }
  if (rest.length > 0 && (name === 'npx' || name === 'bunx')) rest = [{ ...rest[0], text: rest[0].text.replace(/(.)@[^/]*$/, '$1') }, ...rest.slice(1)];
  return inspectWords(rest, cmd, ctx);
}

function inspectEnv(args, cmd, ctx) {
  let k = 0;
  for (; k < args.length; k += 1) {
    const { text, raw, dyn } = args[k];
    if (/^(-S|--split-string(=|$))/.test(text)) {
      const rest = [text.replace(/^(-S|--split-string=?)/, ''), ...args.slice(k + 1).map((w) => w.text)];
      return args.slice(k).some((w) => w.dyn > 0) ? ctx.say('opaque', 'env -S that is not written out') : ctx.script(rest.join(' '));
    }
    if (/^(-u|--unset)$/.test(text)) {
      k += 1;
      if (args[k]) inspectVariable(args[k].text, { text: '?', dyn: 0 }, ctx);
    } else if (/^(-C|--chdir)$/.test(text)) {
      k += 1;
      if (args[k]) ctx.visit(args[k], true);
    } else if (text.startsWith('--chdir=')) ctx.visit(literal(text.slice(8)), true);
    else if (text.startsWith('--unset=') || /^-u./.test(text)) inspectVariable(text.replace(/^(--unset=|-u)/, ''), { text: '?', dyn: 0 }, ctx);
    else if (/^[A-Za-z_]\w*=/.test(raw) || /^[A-Za-z_]\w*=/.test(text)) inspectVariable(text.split('=', 1)[0], { text: text.slice(text.indexOf('=') + 1), dyn }, ctx);
    else if (!text.startsWith('-')) break;
    else if (!/^(-|--|-i|-0|-v|-i0|-iv|--ignore-environment|--null|--debug|--version|--help)$/.test(text)) return ctx.say('opaque', 'env with an option that is not known');
  }
  return inspectWords(args.slice(k), cmd, ctx);
}

const opaque = (args, cmd, ctx, name) => {
  if ([...args, ...cmd.input].some((w) => MENTIONS_STATE.test(w.text))) ctx.say('state', `${name} on the workflow state`);
  return ctx.say('opaque', `${name}, which runs what it is given`);
};
const joined = (args, cmd, ctx, name) => (args.some((w) => w.dyn > 0) ? ctx.say('opaque', `${name} of something that is not written out`) : ctx.script(args.map((w) => w.text).join(' ')));

const rooms = {
  shell: inspectShellProgram,
  interpreter: inspectInterpreter,
  unwrap,
  opaque,
  env: inspectEnv,
  eval: joined,
  ssh: opaque,
  parallel: opaque,
  screen: opaque,
  at: opaque,
  batch: opaque,
  crontab: opaque,
  expect: opaque,
  entr: opaque,
  source: (args, cmd, ctx) => (args[0] === undefined || /(^|\/)bin\/activate$/.test(args[0].text) ? undefined : programs().inspectFile(args[0], ctx, true)),
  '.': (args, cmd, ctx) => rooms.source(args, cmd, ctx),
  alias: (args, cmd, ctx) => {
    for (const w of args) {
      if (!w.text.includes('=')) continue;
      if (w.dyn > 0) ctx.say('opaque', 'an alias that is not written out');
      else ctx.script(w.text.slice(w.text.indexOf('=') + 1));
    }
  },
  trap: (args, cmd, ctx) => {
    if (args.length < 2 || /^(-|)$/.test(args[0].text) || /^-[lp]/.test(args[0].text)) return undefined;
    return joined(args.slice(0, 1), cmd, ctx, 'a trap');
  },
  watch: (args, cmd, ctx) => joined(args.slice(firstOperand(args, '-n --interval -d')), cmd, ctx, 'watch'),
  su: (args, cmd, ctx) => {
    const at = args.findIndex((w) => /^(-[a-z]*c|--command)$/.test(w.text));
    return at === -1 ? opaque(args, cmd, ctx, 'su') : joined(args.slice(at + 1, at + 2), cmd, ctx, 'su');
  },
  script: (args, cmd, ctx) => {
    const at = args.findIndex((w) => /^(-[a-zA-Z]*c|--command)$/.test(w.text));
    if (at !== -1) joined(args.slice(at + 1, at + 2), cmd, ctx, 'script');
    return ctx.say(at === -1 ? 'opaque' : 'write', 'script, which writes a transcript');
  },
  flock: (args, cmd, ctx) => {
    const at = args.findIndex((w) => /^(-[a-z]*c|--command)$/.test(w.text));
    if (at !== -1) return joined(args.slice(at + 1, at + 2), cmd, ctx, 'flock');
    return inspectWords(args.slice(firstOperand(args, '-w -E --timeout') + 1), cmd, ctx);
  },
  xargs: (args, cmd, ctx) => {
    const rest = args.slice(firstOperand(args, '-I -n -P -L -d -a -s -E --max-args --max-procs --delimiter --replace'));
    if (rest.length === 0) return undefined;
    if (programs().WRITERS.has(base(rest[0].text)) && MENTIONS_STATE.test(ctx.whole)) ctx.say('state', 'xargs on the workflow state');
    return inspectWords([...rest, ctx.stdin], cmd, ctx);
  },
};

module.exports = rooms;
