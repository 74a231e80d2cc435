import type { Context } from '../context.ts';
import { names, entryOf } from '../names.ts';
import type { SimpleCommand } from '../parse/script.ts';
import { INTERPRETER, inspectInterpreter } from '../running/interpreters.ts';
import { inspectWrapper, isWrapper } from '../running/wrappers.ts';
import { CRAFTED, isOption, textOf, type Word } from '../word.ts';
import { hasVerbs, readsByVerb } from './verbs.ts';
import { WRITERS, inspectWriter } from './writers.ts';

/** Reading programs, unless an argument like this makes them write or run something. */
const READ_UNLESS: Readonly<Record<string, RegExp>> = {
  sort: /^(-[a-zA-Z]*o|--o|--comp)/,
  tree: /^(-[a-zA-Z]*[oR]|--output)/,
  shuf: /^(-[a-zA-Z]*o|--o)/,
  less: /^(-[a-zA-Z]*[oOkP+]|--log-file|\+)/,
  more: /^\+/,
  file: /^(-[a-zA-Z]*C|--comp)/,
  date: /^(-[a-zA-Z]*s|--s)/,
  hostname: /^[^-]/,
  iconv: /^(-[a-zA-Z]*o|--o)/,
  rg: /^--(pre|hostname-bin)/,
  fd: /^(-[a-zA-Z]*[xX]|--exec)/,
  yq: /^(-[a-zA-Z]*i|--inplace|--in-place|-s|--split)/,
  column: /^--output$/,
  top: /^[^-]/,
  xmllint: /^(-o|--output|--shell)/,
  objdump: /^--debug-file/,
  zip: /^/,
  openssl: /^/,
  curl: /^(-[a-zA-Z]*[oOTdFXKJcD]|--(o|remo|req|up|da|form|js|conf|cookie-j|du|tr|std|lib|etag-s|hs|cr|url-q))|%output\{/,
  tsc: /^--(init|generateTrace|tsBuildInfoFile|generateCpuProfile)$/i,
  jest: /^(-[a-zA-Z]*u|--update|--init|--outputFile|--coverageDirectory)/,
  vitest: /^(-[a-zA-Z]*u|--update|--outputFile|--coverage\.reportsD|init)/,
  eslint: /^(--fix|-o|--output|--init|--cache-(location|file))/,
  rubocop: /^(-[a-zA-Z]*[aAo]|--(auto|fix|out|regenerate|init))/,
  oxlint: /^(--fix|--init)/,
  stylelint: /^(--fix|-o|--output)/,
  playwright: /^(-u|--update|codegen|install|open)/,
  ruff: /^(--fix|--unsafe-fixes|format|-o|--output|clean|--add-noqa)/,
  'golangci-lint': /^--fix/,
  cypress: /^(open|install)/,
};
/** Programs with a word that runs another program. */
const RUN_ANOTHER: Readonly<Record<string, string>> = {
  bundle: 'exec',
  poetry: 'run',
  uv: 'run',
  pipenv: 'run',
  pdm: 'run',
  hatch: 'run',
  rye: 'run',
  pyenv: 'exec',
  rbenv: 'exec',
};
const OTHER_FORGES = names(
  'np release-it standard-version semantic-release commit-and-tag-version lerna hub lab glab tea jj hg svn sl gt ghstack lazygit gitui bzr fossil arc git-town spr',
);

/** Whether a name is that of a program which is known here. */
export function isListed(name: string): boolean {
  const inTable = isWrapper(name) || hasVerbs(name) || entryOf(READ_UNLESS, name) !== undefined;
  return inTable || WRITERS.has(name) || OTHER_FORGES.has(name) || INTERPRETER.test(name);
}

/** A program without a rule of its own: one that runs others, one that only reads in some forms, or a writer. */
export function inspectProgram(
  name: string,
  first: Word,
  args: readonly Word[],
  cmd: SimpleCommand,
  ctx: Context,
): void {
  if (INTERPRETER.test(name)) return inspectInterpreter(args, cmd, ctx, name);
  if (isWrapper(name)) return inspectWrapper(args, cmd, ctx, name);
  if (tellsVersion(first, args)) return;
  const found = readsUnless(name, args);
  if (found === 'reads') return;
  if (found === 'opaque') return ctx.say('opaque', `${name} with an option that is not written out`);
  if (looksAtContainers(name, args)) return;
  const [verb, inner] = args;
  const runs = entryOf(RUN_ANOTHER, name);
  if (runs !== undefined && textOf(verb) === runs && inner?.doubt === 0 && !isOption(inner))
    return ctx.inspect(args.slice(1), cmd, ctx);
  if (readsByVerb(name, args, ctx)) return;
  if (/^(mvnw?|gradlew?|sbt)$/.test(name) && args.some((w) => w.text.startsWith('release')))
    ctx.say('finish', `${name} release, which commits and pushes`);
  if (OTHER_FORGES.has(name)) ctx.say('finish', `${name}, which can commit and push`);
  inspectWriter(name, first, args, cmd, ctx);
}

/** `x --version`, where a script of the project cannot do anything with that. */
function tellsVersion({ text }: Word, args: readonly Word[]): boolean {
  const installed = !text.includes('/') || /^\/(usr|bin|opt)\/|(^|\/)node_modules\/\.bin\//.test(text);
  const asks = args.every((w) => /^(--version|--help|-h|-V|-v|version)$/.test(w.text));
  return installed && args.length > 0 && asks;
}

function readsUnless(name: string, args: readonly Word[]): 'reads' | 'opaque' | undefined {
  const unless = entryOf(READ_UNLESS, name);
  if (unless === undefined) return undefined;
  const bad = args.find((w, k) => {
    if (name === 'curl' && onlyGets(w, args[k + 1])) return false;
    return w.doubt === CRAFTED || unless.test(w.text);
  });
  if (bad?.doubt === CRAFTED) return 'opaque';
  return bad === undefined && (name !== 'tsc' || checksTypes(args)) ? 'reads' : undefined;
}

/** The method of a request that sends nothing. */
function onlyGets({ text }: Word, next: Word | undefined): boolean {
  if (/^(-[sSLkfiIv]*X|--request=)(GET|HEAD)$/.test(text)) return true;
  if (!/^(-[sSLkfiIv]*X|--request)$/.test(text)) return false;
  return next?.doubt === 0 && /^(GET|HEAD)$/.test(next.text);
}

/** A tsc that prints what it found and writes nothing. */
function checksTypes(args: readonly Word[]): boolean {
  const at = args.findIndex((w) => /^--noemit$/i.test(w.text));
  if (at !== -1) return textOf(args[at + 1]) !== 'false';
  const has = (pattern: RegExp) => args.some((w) => pattern.test(w.text));
  return has(/^(--showConfig|--listFilesOnly|--dry|-d|--help|--all)$/) && !has(/^--clean$/);
}

function looksAtContainers(name: string, args: readonly Word[]): boolean {
  const composed = /^(docker|podman)-compose$/.test(name)
    ? args
    : /^(docker|podman)$/.test(name) && textOf(args[0]) === 'compose'
      ? args.slice(1)
      : [];
  const looks = /^(ps|logs|ls|images|top|port|version|events|stats|config)$/.test(textOf(composed[0]));
  return looks && !args.some((w) => w.doubt === CRAFTED);
}
