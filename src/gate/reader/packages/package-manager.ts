import type { Context, Rule } from '../context.ts';
import { CHANGING_OPTION } from '../mentions.ts';
import { names } from '../names.ts';
import type { SimpleCommand } from '../parse/script.ts';
import { inspectWriter } from '../programs/writers.ts';
import { CRAFTED, firstOperand, isOption, literal, textOf, type Word } from '../word.ts';
import { hasScript, inspectPackageScript } from './package-scripts.ts';
import { isReadingScript } from './script-names.ts';

/** Options before the command that take the next word, and those that do not; of others it is not known. */
const PACKAGE_VALUED = '--prefix -C --filter -F -w --workspace --cwd --dir --loglevel --reporter';
const PACKAGE_FLAG =
  /^(-[sqdrR]|-dd|-ddd|-ws|--[\w-]+=.*|--(silent|quiet|verbose|recursive|workspaces|workspace-root|if-present|include-workspace-root|offline|prefer-offline|no-audit|no-fund|ignore-scripts|no-color|color|parallel|stream|version|help|json|yes|aggregate-output|no-bail))$/;
const RUNS_OTHER =
  /^--(script-shell|shell|node-options|userconfig|globalconfig|use-node-version|shell-emulator)/;
const ASKS = /^(--version|-v|--help|-h)$/;
const READING_COMMANDS = names(
  'ls list ll la outdated view info show why explain root prefix bin search ping whoami help licenses',
);
/** They replace node_modules, and are no scripts of that name. */
const CLEAN_INSTALLS = names('ci clean-install ic install-clean install-ci-test cit');
/** Programs of node_modules, as in `yarn tsc`. */
const PROGRAMS = names('autodev tsc eslint vitest jest mocha prettier playwright oxlint biome knip');

export const inspectPackageManager: Rule = (args, cmd, ctx, name) => {
  visitFolders(args, ctx);
  const at = firstOperand(args, PACKAGE_VALUED);
  const before = args.slice(0, at);
  const asks = before.every((w) => ASKS.test(w.text));
  if (args.some((w) => RUNS_OTHER.test(w.text)) || (hasUnknownOption(before) && !asks))
    return ctx.say('opaque', `${name} with an option that may change what it does`);
  const verb = args[at];
  if (verb === undefined) {
    if (!args.some((w) => ASKS.test(w.text))) ctx.say('program', `${name} install`);
    return;
  }
  if (verb.doubt > 0) return ctx.say('opaque', `${name} with a command that is not written out`);
  const rest = args.slice(at + 1);
  if (inspectVerb(name, verb.text, args, rest, cmd, ctx)) return;
  inspectRun(name, verb, args, rest, cmd, ctx);
};

/** Folders they are told to go to. */
function visitFolders(args: readonly Word[], { files }: Context): void {
  for (const [k, w] of args.entries()) {
    const found = /^(--prefix|-C|--cwd|--dir)(?:=(.*))?$/.exec(w.text);
    if (found !== null)
      files.enter(found[2] === undefined ? (args[k + 1] ?? literal('.')) : literal(found[2]));
  }
}

const hasUnknownOption = (options: readonly Word[]) =>
  options.some(
    (w) =>
      isOption(w) &&
      w.text !== '--' &&
      !PACKAGE_FLAG.test(w.text) &&
      !` ${PACKAGE_VALUED} `.includes(` ${w.text} `),
  );

/** Commands of the package manager itself. Whether it was one. */
function inspectVerb(
  name: string,
  verb: string,
  args: readonly Word[],
  rest: readonly Word[],
  cmd: SimpleCommand,
  ctx: Context,
): boolean {
  const write = () => inspectWriter(name, literal(name), args, cmd, ctx);
  if (/^(exec|x|dlx)$/.test(verb)) {
    if (rest.some((w) => /^(-c|--call)/.test(w.text))) ctx.say('opaque', `${name} ${verb} --call`);
    else ctx.inspect(rest.slice(firstOperand(rest, '-p --package')), cmd, ctx);
  } else if (verb === 'explore')
    ctx.inspect(
      rest.slice(1).filter((w) => w.text !== '--'),
      cmd,
      ctx,
    );
  else if (verb === 'pack' && rest.some((w) => w.text === '--dry-run')) inspectPackageScript('pack', ctx);
  else if (name === 'yarn' && verb === 'workspace' && rest.length > 1)
    inspectPackageManager(rest.slice(1), cmd, ctx, name);
  else if (verb === 'audit') {
    if (rest.some((w) => w.text === 'fix' || w.text === '--fix')) write();
  } else if (verb === 'version' && name !== 'bun') inspectVersion(name, rest, ctx);
  else if (CLEAN_INSTALLS.has(verb)) {
    inspectPackageScript('install', ctx);
    write();
  } else
    return (
      READING_COMMANDS.has(verb) || (/^(config|pkg)$/.test(verb) && /^(get|list|ls)$/.test(textOf(rest[0])))
    );
  return true;
}

function inspectVersion(name: string, rest: readonly Word[], ctx: Context): void {
  if (rest.every((w) => w.doubt === 0 && /^(--json|-h|--help)$/.test(w.text))) return;
  ctx.say('finish', `${name} version, which commits and tags`);
  ctx.say('write', `${name} version, which changes package.json`);
}

/** A script of package.json, by `run` or by its name alone. */
function inspectRun(
  name: string,
  verb: Word,
  args: readonly Word[],
  rest: readonly Word[],
  cmd: SimpleCommand,
  ctx: Context,
): void {
  const runs = /^(run|run-script|rum|urn)$/.test(verb.text);
  const named = firstOperand(rest, PACKAGE_VALUED);
  if (runs && hasUnknownOption(rest.slice(0, named)))
    return ctx.say('opaque', `${name} run with an option that is not known`);
  const script = runs ? rest[named] : verb;
  if (script === undefined) return;
  const { text } = script;
  if (script.doubt > 0) return ctx.say('opaque', `${name} with a script that is not written out`);
  if (/^(yarn|pnpm)$/.test(name) && !runs && PROGRAMS.has(text) && !hasScript(text, ctx))
    return ctx.inspect([script, ...rest], cmd, ctx);
  inspectPackageScript(text, ctx);
  if (/^(install|i|add)$/.test(text)) inspectPackageScript('prepare', ctx);
  const changes = (w: Word) => w.doubt === CRAFTED || CHANGING_OPTION.test(w.text);
  if (isReadingScript(text) && !withoutWorkspaces(args).some(changes)) return;
  if (verb.text === 'publish') ctx.say('finish', `${name} publish`);
  inspectWriter(name, literal(name), args, cmd, ctx);
}

/** `-w web` names a workspace; behind `--` it is the script's own. */
function withoutWorkspaces(args: readonly Word[]): Word[] {
  const dashes = args.findIndex((w) => w.text === '--');
  return args.filter((w, k) => (dashes !== -1 && k > dashes) || w.text !== '-w');
}
