import { absolute, nameOf, realPlace } from '../paths.ts';
import type { Context } from './context.ts';
import { names, entryOf } from './names.ts';
import type { SimpleCommand } from './parse/script.ts';
import { inspectGit } from './git/git.ts';
import { isListed, inspectProgram } from './programs/other-programs.ts';
import { inspectScriptFile } from './programs/script-files.ts';
import { READERS, inspectReader } from './readers.ts';
import { RULES } from './rules.ts';
import { SHELLS, inspectShellProgram } from './running/shells.ts';
import { literal, type Word } from './word.ts';

/** Where programs are installed; a file elsewhere may have the name of any program. */
const INSTALLED = new RegExp(
  [
    String.raw`^/(usr|bin|sbin|opt|nix|snap)/`,
    String.raw`^/(home|Users)/[^/]+/\.[\w-]+/`,
    String.raw`^/root/\.[\w-]+/`,
    String.raw`/(node_modules/\.bin|\.?v?env/bin|vendor/bin)/[^/]+$`,
    '/libexec/',
    '/git-core/',
  ].join('|'),
);

/** Commands of PowerShell that look and print; a block in braces is not understood anyway. */
const POWERSHELL_READS = names(`
  get-childitem get-content get-item get-itemproperty get-location get-process get-service get-command get-help get-date
  get-member get-filehash get-variable get-history get-host get-alias select-string select-object test-path
  test-connection measure-object compare-object resolve-path split-path join-path sort-object group-object format-list
  format-table format-wide out-string out-host out-null convertfrom-json convertto-json write-output write-host
  gci gc sls gl
`);
const POWERSHELL_RUNS = /^-(scriptblock|filterscript|process|begin|end|outfile|method|body)/i;

/** Looks at a program with its words. */
export function inspectWords(list: readonly Word[], cmd: SimpleCommand, ctx: Context): void {
  const [first, ...args] = list;
  if (first === undefined) return;
  if (first.doubt > 0 || (first.glob && first.text !== '['))
    return ctx.say('opaque', 'a command whose name is not written out');
  const named = nameOf(first.text).replace(/\.exe$/, '');
  if (/^git-[a-z]/.test(named)) return inspectGit([literal(named.slice(4)), ...args], cmd, ctx, 'git');
  const name = first.text.includes('/') ? linkedName(first.text, named, ctx) : named;
  if (first.text.includes('/') && name === named && isOurs(first.text, name, ctx)) {
    ctx.say('program', `${first.text}, which may change files`);
    if (ctx.files.texts(first.text).length > 0) return inspectScriptFile(first, ctx);
    ctx.say('opaque', `${first.text}, which cannot be read`);
  }
  // A function may be unset again, or live in a subshell only: its name hides no program.
  if (ctx.functions.has(first.text) && !isKnown(name) && !ctx.files.isProgram(name)) return;
  if (READERS.has(name)) return inspectReader(name, args, cmd, ctx);
  if (ctx.powershell && POWERSHELL_READS.has(name.toLowerCase()))
    if (!args.some((w) => POWERSHELL_RUNS.test(w.text))) return;
  const rule = entryOf(RULES, name);
  if (rule !== undefined) return rule(args, cmd, ctx, name);
  if (SHELLS.has(name)) return inspectShellProgram(args, cmd, ctx);
  inspectProgram(name, first, args, cmd, ctx);
}

/** A link with a harmless name is still what it points to. */
function linkedName(path: string, name: string, { files }: Context): string {
  const target = nameOf(realPlace(files.look, absolute(files.folders[0] ?? '/', path)));
  return target === 'git' || target === 'gh' || SHELLS.has(target) ? target : name;
}

/** Whether a file of the project has the name of a program that we know. */
function isOurs(path: string, name: string, { files }: Context): boolean {
  return !INSTALLED.test(absolute(files.folders[0] ?? '/', path)) && (READERS.has(name) || hasRule(name));
}

const hasRule = (name: string) =>
  (entryOf(RULES, name) !== undefined && !name.startsWith('autodev')) || SHELLS.has(name);
const isKnown = (name: string) => hasRule(name) || name === 'autodev' || isListed(name);
