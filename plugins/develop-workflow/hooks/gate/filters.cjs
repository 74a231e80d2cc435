'use strict';
// Programs that read by nature and write in some of their forms: find, sed, awk, tar and others.
const { DEVICE, DYNAMIC, FOLDER, MENTIONS_STATE, base, globMatches, inspectWords, literal, opaqueWord } = require('./shell.cjs');
const RUFF_WRITES = /^(--fix|--unsafe-fixes|format|-o|--output|clean|--add-noqa)/;
const programs = () => require('./programs.cjs');

/** A sed script that only reads: no `w`, no `e`, no file behind them. Anything else counts as writing. */
function plainSed(script) {
  const token = /[\s;{}!]+|#[^\n]*|(\d+(~\d+)?|\$|\/(\\.|[^/\\\n])*\/[IM]*)(\s*,\s*(\d+|\$|[+~]\d+|\/(\\.|[^/\\\n])*\/[IM]*))?|[pdqQ=nNgGhHxDPlFz](?=\s*\d*\s*([;}\n]|$))\s*\d*|[:bt]\s*\w*|[aic]\\?[^\n]*|s([^\w\s\\])(\\[\s\S]|(?!\8)[^\\])*\8(\\[\s\S]|(?!\8)[^\\])*\8[gpiIM\d]*(?=\s*([;}\n]|$))|y([^\w\s\\])(\\[\s\S]|(?!\12)[^\\])*\12(\\[\s\S]|(?!\12)[^\\])*\12/y;
  for (let at = 0; at < script.length; at = token.lastIndex) {
    token.lastIndex = at;
    if (!token.test(script)) return false;
  }
  return true;
}

function inspectSed(args, cmd, ctx) {
  const scripts = [];
  let file;
  for (let k = 0; k < args.length; k += 1) {
    const { text, dyn } = args[k];
    if (text.startsWith('-') && text !== '-' && dyn > 0) return ctx.say('opaque', 'sed with an option that is not written out');
    if (/^(-[a-zA-Z]*[iI]|--in-place)/.test(text) && !/^-e/.test(text)) {
      if (args.some((w) => ctx.touches(w))) ctx.say('state', 'sed on the workflow state');
      for (const w of args) ctx.visit(w);
      ctx.say('write', 'sed -i, which changes files');
      continue;
    }
    if (/^--/.test(text) && !/^--(expression|file|quiet|silent|regexp-extended|null-data|zero-terminated|posix|separate|unbuffered|line-length|debug|sandbox|help|version|follow-symlinks)?(=|$)/.test(text)) return ctx.say('opaque', 'sed with an option that is not known');
    if (/^(-[a-zA-Z]*f|--file)/.test(text) && !/^-e/.test(text)) return ctx.say('opaque', 'sed with a script file');
    if (/^(-[nErsuz]*e|--expression)$/.test(text)) {
      k += 1;
      if (args[k]) scripts.push(args[k]);
    } else if (/^(-e.|--expression=)/.test(text)) scripts.push({ ...args[k], text: text.replace(/^(-e|--expression=)/, '') });
    else if (!text.startsWith('-') && file === undefined) file = args[k];
  }
  if (scripts.length === 0 && file !== undefined) scripts.push(file);
  for (const w of scripts) {
    const text = w.text.split(DYNAMIC).join('1');
    if (w.dyn < 2 && plainSed(text)) continue;
    // Without the file name behind a last `w` it is plain: it writes, but runs nothing.
    if (w.dyn === 2 || !plainSed(text.replace(/w\s+[^\s;}]+\s*$/, ''))) return ctx.say('opaque', 'a sed script that may run other commands');
    if (MENTIONS_STATE.test(text) || ctx.touches(literal(/[^\s]*\s*$/.exec(text)[0].trim()))) ctx.say('state', 'sed on the workflow state');
    ctx.say('write', 'a sed script that writes files');
  }
  if (args.some((w) => w.dyn === 2)) return ctx.say('opaque', 'sed with an argument that may be an option');
  return undefined;
}

function inspectAwk(args, cmd, ctx) {
  let program;
  const sources = [];
  for (let k = 0; k < args.length && program === undefined; k += 1) {
    const { text } = args[k];
    if (/^(-e|--source)$/.test(text)) {
      k += 1;
      if (args[k]) sources.push(args[k]);
      continue;
    }
    if (/^(-e.|--source=)/.test(text)) {
      sources.push({ ...args[k], text: text.replace(/^(-e|--source=)/, '') });
      continue;
    }
    if (text.startsWith('--') && !/^--(field-separator|assign|version|help|posix|traditional|re-interval|csv|lint|characters-as-bytes|bignum|non-decimal-data|sandbox)?(=|$)/.test(text)) return ctx.say('opaque', 'awk with an option that is not known');
    if (/^(-f|--file|-i|--include|-l|--load|-E|--exec|-D|-d|-o|-p|--(dump|pretty|profile))/.test(text)) return ctx.say('opaque', 'awk with files of its own');
    if (/^(-F|-v|--field-separator|--assign)$/.test(text)) k += 1;
    else if (!text.startsWith('-')) program = args[k];
  }
  if (sources.length > 0) program = { text: sources.map((w) => w.text).join('\n'), dyn: Math.max(...sources.map((w) => w.dyn)) };
  if (program === undefined) return undefined;
  if (program.text.length > 4_000) return ctx.say('opaque', 'a long awk program');
  const bare = program.text.replace(/\\\n/g, ' ').replace(/"(\\.|[^"\\])*"/g, '""').replace(/(^|[~!({};,&|]|\s)\/((?:\\.|[^/\\\n])*)\//g, (all, before, inner) => (/print|"|getline|system/.test(inner) ? all : `${before}0`));
  if (program.dyn === 2) return ctx.say('opaque', 'an awk program that is not written out');
  if (/\bprintf?\b[^;}\n]*>/.test(bare)) return ctx.say('write', 'awk that prints to a file');
  if (/\bsystem\s*\(|(^|[^|])\|([^|]|$)|\bgetline\b.*<|@\w+/.test(bare)) return ctx.say('opaque', 'awk that runs other commands');
  return undefined;
}

function inspectFind(args, cmd, ctx) {
  let exec;
  // A name limits the search only where it is asked for: not behind a `!`, and in every branch of an `-o`.
  const not = (w) => w !== undefined && /^(!|-not)$/.test(w.text);
  const branches = [[]];
  for (const [k, w] of args.entries()) {
    if (/^(-o|-or|,)$/.test(w.text)) branches.push([]);
    else if (/^-i?name$/.test(w.text) && args[k + 1] && !not(args[k - 1])) branches.at(-1).push(args[k + 1].text);
  }
  const unlimited = branches.some((branch) => branch.length === 0) || args.some((w, k) => not(w) && args[k + 1] && args[k + 1].text === '(');
  const names = unlimited ? [] : branches.flat();
  const roots = args.slice(0, args.findIndex((w) => /^[-(!]/.test(w.text)) >>> 0);
  const covers = (roots.length === 0 ? [literal('.')] : roots).some((w) => w.dyn > 0 || ctx.touches(w, true));
  const hits = covers && (names.length === 0 || names.some((name) => globMatches(name, 'state.json') || globMatches(name, FOLDER)));
  for (const [k, w] of args.entries()) {
    if (exec !== undefined) {
      if (w.text === ';' || (w.text === '+' && args[k - 1].text === '{}')) {
        if (hits && exec[0] && programs().WRITERS.has(base(exec[0].text))) ctx.say('state', 'find, which reaches the workflow state');
        inspectWords(exec, cmd, ctx);
        exec = undefined;
      } else exec.push(w.text === '{}' ? opaqueWord(1) : w);
    } else if (/^-(exec|ok)(dir)?$/.test(w.text)) exec = [];
    else if (w.text === '-delete') {
      if (hits) ctx.say('state', 'find -delete, which reaches the workflow state');
      ctx.say('write', 'find -delete');
    } else if (/^-f(printf?|print0|ls)$/.test(w.text)) ctx.say('write', `find ${w.text}`);
    else if (w.dyn === 2) ctx.say('opaque', 'find with an argument that is not written out');
  }
  if (exec !== undefined) ctx.say('opaque', 'find -exec without an end');
  return undefined;
}

module.exports = {
  find: inspectFind,
  sed: inspectSed,
  gsed: inspectSed,
  awk: inspectAwk,
  gawk: inspectAwk,
  mawk: inspectAwk,
  nawk: inspectAwk,
  tee: (args, cmd, ctx, name) => (args.every((w) => w.dyn === 0 && (w.text.startsWith('-') || DEVICE.test(w.text))) ? undefined : programs().writer(name, literal(name), args, cmd, ctx)),
  uniq: (args, cmd, ctx) => (args.filter((w) => !w.text.startsWith('-')).length > 1 ? ctx.say('write', 'uniq with an output file') : undefined),
  xxd: (args, cmd, ctx) => (args.some((w) => /^-r/.test(w.text)) || args.filter((w) => !/^-|^\d+$/.test(w.text)).length > 1 ? ctx.say('write', 'xxd with an output file') : undefined),
  tar: (args, cmd, ctx, name) => {
    const mode = args[0] === undefined ? '' : args[0].text;
    const lists = /^-?[a-zA-Z]*t[a-zA-Z]*$|^--list$/.test(mode) && !/^-?[a-zA-Z]*[xcruA]/.test(mode);
    if (lists && !args.some((w) => w.dyn === 2 || /^(--to-command|--checkpoint-action|--use-compress|-I|--extract|--create|-x|-c)/.test(w.text))) return undefined;
    return programs().writer(name, literal(name), args, cmd, ctx) || ctx.say('write', 'tar, which changes files');
  },
  unzip: (args, cmd, ctx, name) => (args.some((w) => /^-[a-zA-Z]*[lpvtZ]/.test(w.text)) ? undefined : programs().writer(name, literal(name), args, cmd, ctx)),
  gzip: (args, cmd, ctx, name) => (args.some((w) => /^-[a-z0-9]*[clt]/.test(w.text)) ? undefined : programs().writer(name, literal(name), args, cmd, ctx)),
  wget: (args, cmd, ctx, name) => (args.some((w, k) => /^(-q?O-|--spider|--output-document=-)$/.test(w.text) || (/^-q?O$/.test(w.text) && args[k + 1] && args[k + 1].text === '-')) ? undefined : programs().writer(name, literal(name), args, cmd, ctx)),
  ruff: (args, cmd, ctx, name) => {
    const fine = args[0] && /^(check|version|rule|config)$/.test(args[0].text) && !args.some((w) => w.dyn === 2 || RUFF_WRITES.test(w.text));
    return fine ? undefined : programs().writer(name, literal(name), args, cmd, ctx);
  },
};
