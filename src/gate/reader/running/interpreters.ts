import { nameOf } from '../../paths.ts';
import type { Context, Rule } from '../context.ts';
import { GIT_RUNS_IT, namesState, RUN_BY_GIT } from '../mentions.ts';
import { anyOf } from '../names.ts';
import { inspectPackageManager } from '../packages/package-manager.ts';
import type { SimpleCommand } from '../parse/script.ts';
import { inspectAutodev } from '../programs/autodev.ts';
import { inspectScriptFile } from '../programs/script-files.ts';
import { anyTouchesState } from '../touches.ts';
import { CRAFTED, firstOperand, isOption, textOf, type Word } from '../word.ts';
import { nodeOptionRuns, onlyTests } from './node-options.ts';
import { opaqueRule } from './opaque.ts';

export const INTERPRETER = anyOf(
  /^(python[\d.]*|pypy[\d.]*|node|nodejs|bun|perl[\d.]*|ruby[\d.]*|php[\d.]*|lua(jit|[\d.]*)|Rscript|julia)$/,
  /^(tclsh|osascript|pwsh|powershell|groovy|scala|guile|racket|ghci|irb|erl|elixir|iex|swipl|gdb|expect|m4)$/,
  /^(tsx|ts-node|esno)$/,
);
const BUN_WRITES = /^(-u|--update|--reporter-outfile|--coverage-dir|--preload|-r)/;
const AUTODEV = /(^|\/)autodev(\.m?js)?$|autodev[^/]*\/(src\/main\.ts|dist\/main\.js)$/;
/** A substitution of perl without anything that could run code: no variable, no `(?{`, no flag e. */
const PLAIN_SUBSTITUTION =
  /^s([/|,#!])(?:(?!\1)[^$@`?\\]|\\[^$@`])*\1(?:(?!\1)[^$@`\\]|\\[^$@`]|\$\d)*\1[gimsx]*;?$/;

export const inspectInterpreter: Rule = (args, cmd, ctx, name) => {
  if (/^(pwsh|powershell)$/.test(name)) return opaqueRule(args, cmd, ctx, name);
  if (args.length > 0 && args.every((w) => /^(--version|-V|-v|--help|-h)$/.test(w.text))) return;
  if (/^(node|nodejs|tsx)$/.test(name) && onlyTests(args)) return;
  if (name === 'bun') {
    const verb = textOf(args[0]);
    if (verb === 'test' && !args.some((w) => w.doubt === CRAFTED || BUN_WRITES.test(w.text))) return;
    if (/^(run|x)$/.test(verb)) return inspectPackageManager(args, cmd, ctx, name);
  }
  const at = firstOperand(args, '-W -X -Q -I -m --conditions -C');
  const module = args.findIndex((w) => w.text === '-m');
  if (name.startsWith('py') && module !== -1 && module < at)
    return inspectModule(args.slice(module + 1), cmd, ctx);
  const script = args[at];
  const inline = name.startsWith('py')
    ? /^-[A-Za-z]*c/
    : /^-[A-Za-z0-9]*[eEpri]|^--(eval|print|run|exec|require|import|loader)/;
  const options = args.slice(0, at);
  const hasCode = options.some((w) => w.doubt > 0 || inline.test(w.text));
  if (hasCode || script === undefined || script.text === '-' || script.doubt > 0)
    return inspectInline(name, args, cmd, ctx);
  inspectProgramFile(name, script, args, at, cmd, ctx);
};

/** `python -m`. */
function inspectModule(words: readonly Word[], cmd: SimpleCommand, ctx: Context): void {
  const [target, ...args] = words;
  if (target === undefined || target.doubt > 0)
    return ctx.say('opaque', 'a Python module that is not written out');
  if (target.text === 'json.tool' && args.filter((w) => !isOption(w)).length < 2) return;
  ctx.inspect(words, cmd, ctx);
}

function inspectInline(name: string, args: readonly Word[], cmd: SimpleCommand, ctx: Context): void {
  const code = [...args, ...cmd.input].map(({ text }) => text).join('\n');
  if (namesState(code) || anyTouchesState(ctx, args))
    ctx.say('state', `${name} code that names the workflow state`);
  if (!name.startsWith('perl') || !isPlainPerl(args))
    return ctx.say('opaque', `code given to ${name} on the command line`);
  if (args.some((w) => RUN_BY_GIT.test(w.text))) ctx.say('finish', GIT_RUNS_IT);
  ctx.say('write', 'perl -i, which changes files');
}

/** `perl -pi -e 's/a/b/' f`: it changes files and runs nothing. */
function isPlainPerl(args: readonly Word[]): boolean {
  const at = args.findIndex((w) => !/^-(p|i(\.\w+)?|pi(\.\w+)?)$/.test(w.text));
  const [option, code, ...files] = at === -1 ? [] : args.slice(at);
  if (code === undefined || !/^-(e|pe|ne)$/.test(textOf(option)) || code.doubt > 0) return false;
  const plain = (w: Word) => w.doubt < CRAFTED && !/^-|[|<>]/.test(w.text);
  return PLAIN_SUBSTITUTION.test(code.text) && files.every(plain);
}

function inspectProgramFile(
  name: string,
  script: Word,
  args: readonly Word[],
  at: number,
  cmd: SimpleCommand,
  ctx: Context,
): void {
  const rest = args.slice(at + 1);
  if (AUTODEV.test(script.text)) return inspectAutodev(rest, cmd, ctx, 'autodev');
  if (textOf(rest[0]) === 'develop') inspectAutodev(rest, cmd, ctx, 'autodev');
  if (anyTouchesState(ctx, args)) ctx.say('state', `${name} on the workflow state`);
  const runs = args.slice(0, at).some((_w, k) => nodeOptionRuns(args, k));
  if (/^(node|nodejs)$/.test(name) && runs) ctx.say('opaque', `${name} with an option that runs other code`);
  if (ctx.files.texts(script.text).length > 0) inspectScriptFile(script, ctx);
  ctx.say('program', `${name} ${nameOf(script.text)}, which may change files`);
}
