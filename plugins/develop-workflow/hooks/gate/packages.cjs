'use strict';
// npm and its kin, make: what they run stands in a file of the project.
const { CHANGING_OPTION, base, firstOperand, inspectWords, literal, mentionsFinish } = require('./shell.cjs');

const READ_SCRIPT = /^(test|lint|check|type|types|typecheck|spec|unit|e2e|integration|verify|coverage|audit|dead|ci)([:._-]|$)|[:._-](check|test|lint)$/;

function inspectPackageManager(args, cmd, ctx, name) {
  const at = firstOperand(args, '--prefix -C --filter -F -w --workspace --cwd --dir');
  const verb = args[at];
  if (verb === undefined) return args.some((w) => /^(--version|-v|--help|-h)$/.test(w.text)) ? undefined : ctx.say('program', `${name} install`);
  if (verb.dyn > 0) return ctx.say('opaque', `${name} with a command that is not written out`);
  const rest = args.slice(at + 1);
  if (/^(exec|x|dlx)$/.test(verb.text)) return inspectWords(rest.slice(firstOperand(rest, '-p --package')), cmd, ctx);
  if (/^(ls|list|ll|la|outdated|view|info|show|why|explain|root|prefix|bin|search|ping|whoami|help|licenses)$/.test(verb.text)) return undefined;
  if (verb.text === 'audit' && !rest.some((w) => w.text === 'fix' || w.text === '--fix')) return undefined;
  if (/^(config|pkg)$/.test(verb.text) && rest[0] && /^(get|list|ls)$/.test(rest[0].text)) return undefined;
  if (verb.text === 'version' && name !== 'bun') {
    if (rest.every((w) => w.dyn === 0 && /^(--json|-h|--help)$/.test(w.text))) return undefined;
    ctx.say('finish', `${name} version, which commits and tags`);
    return ctx.say('write', `${name} version, which changes package.json`);
  }
  // Not the script of that name: it replaces node_modules.
  if (/^(ci|clean-install|ic|install-clean|install-ci-test|cit)$/.test(verb.text)) {
    peekPackage('install', ctx);
    return require('./programs.cjs').writer(name, literal(name), args, cmd, ctx);
  }
  const script = /^(run|run-script|rum|urn)$/.test(verb.text) ? rest[firstOperand(rest)] : verb;
  if (script === undefined) return undefined;
  if (script.dyn > 0) return ctx.say('opaque', `${name} with a script that is not written out`);
  peekPackage(script.text, ctx);
  if ((READ_SCRIPT.test(script.text) || /^(t|tst)$/.test(script.text)) && !/fix|write|update/.test(script.text) && !args.some((w) => w.dyn === 2 || CHANGING_OPTION.test(w.text))) return undefined;
  if (verb.text === 'publish') ctx.say('finish', `${name} publish`);
  return require('./programs.cjs').writer(name, literal(name), args, cmd, ctx);
}

const MAKEFILES = ['GNUmakefile', 'makefile', 'Makefile'];

function inspectMake(args, cmd, ctx, name) {
  const goals = [];
  let file;
  let dry = false;
  for (let k = 0; k < args.length; k += 1) {
    const { text, dyn } = args[k];
    if (dyn === 2 || /^(--ev|-E|-[a-zA-Z]*I|--inc)/.test(text)) return require('./runners.cjs').opaque(args, cmd, ctx, name);
    // What a variable holds is run where the file uses it.
    if (/^\w+\s*[:?+!]*=/.test(text)) {
      if (/^(SHELL|MAKEFLAGS|\.SHELLFLAGS|MAKE)\b|[$`;|&]|\b(git|gh)\b|::?=/.test(text) || dyn > 0) return require('./runners.cjs').opaque(args, cmd, ctx, name);
    } else if (/^(-f|--file|--makefile)$/.test(text)) {
      k += 1;
      file = args[k] ? args[k].text : '';
    } else if (/^(-f.|--(make)?file=)/.test(text)) file = text.replace(/^(-f|--(make)?file=)/, '');
    else if (/^(-C|--directory)$/.test(text)) {
      k += 1;
      if (args[k]) ctx.visit(args[k], true);
    } else if (/^(-C.|--directory=)/.test(text)) ctx.visit(literal(text.replace(/^(-C|--directory=)/, '')), true);
    else if (/^(-[a-zA-Z]*n|--dry-run|--just-print|--recon|-v|--version|-h|--help)$/.test(text)) dry = true;
    else if (/^(-[jlo]|--(jobs|load-average|old-file))$/.test(text)) k += /^\d/.test((args[k + 1] || { text: '' }).text) ? 1 : 0;
    else if (!text.startsWith('-')) goals.push(args[k]);
  }
  if (dry) return undefined;
  const tests = goals.length > 0 && goals.every((w) => w.dyn === 0 && /^(tests?|check|lint|typecheck|unit|e2e)$/.test(w.text));
  if (!tests) return require('./programs.cjs').writer(name, literal(name), args, cmd, ctx);
  if (file !== undefined && ctx.read(file) === undefined) return ctx.say('opaque', `${name} with a file that cannot be read`);
  for (const path of file === undefined ? MAKEFILES : [file]) peekRecipes(path, goals, ctx);
  return undefined;
}

/** What the recipes behind some goals would do to the forge or the state, as `peekPackage` tells for npm. */
function peekRecipes(path, goals, ctx) {
  const text = ctx.read(path);
  if (text === undefined) return;
  const rules = new Map();
  const values = new Map();
  let open = [];
  for (const line of text.replace(/\\\r?\n/g, ' ').split(/\r?\n/)) {
    if (/^[ \t]/.test(line)) {
      for (const rule of open) rule.lines.push(line.trim());
      continue;
    }
    const set = /^(?:export |override )?\s*([\w.-]+)\s*[:?+!]*=\s*(.*)$/.exec(line);
    const rule = set === null ? /^([^\s#:=][^:=#]*?)\s*::?(?!=)\s*([^;#]*)(?:;(.*))?/.exec(line) : null;
    if (set !== null) values.set(set[1], set[2].replace(/^(['"])(.*)\1$/, '$2'));
    if (rule !== null) {
      open = rule[1].split(/\s+/).map((target) => {
        if (!rules.has(target)) rules.set(target, { needs: [], lines: [] });
        const own = rules.get(target);
        own.needs.push(...rule[2].split(/\s+/));
        if (rule[3]) own.lines.push(rule[3].trim());
        return own;
      });
    } else if (line.trim() !== '' && !line.startsWith('#')) open = [];
  }
  const fill = (value, depth = 0) => (depth > 4 || value.length > 10_000 ? value : value.replace(/\$[({]([\w.-]+)[)}]|\{\{\s*(\w+)\s*\}\}/g, (all, a, b) => (a === 'MAKE' ? 'make' : values.has(a || b) ? fill(values.get(a || b), depth + 1) : all)));
  // What other files and patterns add is not followed: then the whole text counts.
  const unclear = /^-?(s?include|import)\b|^[^\t\n#]*%[^\n]*:/m.test(text) || /\$[({](shell|eval|call|file)\b/.test(text);
  if (unclear && mentionsFinish(text)) ctx.say('finish', `${base(path)}, which names git or gh`);
  const seen = new Set(goals.map((w) => w.text));
  for (const goal of seen) {
    const rule = rules.get(goal);
    if (rule === undefined || seen.size > 200) continue;
    for (const need of rule.needs) for (const each of fill(need).split(/\s+/)) seen.add(each);
    for (const line of rule.lines) {
      const run = fill(line).replace(/^[@+\-\s]+/, '').replaceAll('$$', '$');
      const again = /^make\s+([\w.-]+)\s*$/.exec(run);
      if (again !== null) seen.add(again[1]);
      else ctx.peek(run);
    }
  }
}

/** What a script of package.json would do to the forge or the state; that it may write files is known anyway. */
function peekPackage(script, ctx) {
  let scripts;
  try {
    scripts = JSON.parse(ctx.read('package.json') || '{}').scripts;
  } catch {}
  for (const key of [`pre${script}`, script, `post${script}`]) {
    const text = typeof scripts === 'object' && scripts !== null ? scripts[key] : undefined;
    if (typeof text === 'string') ctx.peek(text);
  }
}

const packageManager = inspectPackageManager;
module.exports = { npm: packageManager, pnpm: packageManager, yarn: packageManager, packageManager, make: inspectMake, gmake: inspectMake, peekRecipes };
