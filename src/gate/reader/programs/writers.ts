import { nameOf } from '../../paths.ts';
import { STATE_FOLDER } from '../../state.ts';
import type { Context } from '../context.ts';
import { inspectPatch } from '../git/patch.ts';
import { globMatches } from '../globs.ts';
import { GIT_RUNS_IT, MENTIONS_STATE, RUN_BY_GIT, mentionsFinish } from '../mentions.ts';
import { names } from '../names.ts';
import type { SimpleCommand } from '../parse/script.ts';
import { anyTouchesState, touchesState } from '../touches.ts';
import { isOption, type Word } from '../word.ts';
import { inspectInner } from './inner-commands.ts';
import { inspectScriptFile } from './script-files.ts';

const WORDS_CAP = 2_000;

export const WRITERS = names(`
  rm rmdir mv cp install ln link unlink mkdir touch tee dd truncate shred split csplit chmod chown chgrp chattr setfacl mkfifo mknod mktemp
  patch ed ex vi vim nvim nano emacs rsync scp sftp zip unzip gunzip gzip bzip2 bunzip2 xz unxz zstd unzstd 7z cpio ar sponge trash rename
  alternatives ldconfig wget fallocate sqlite3 gofmt prettier black isort rustfmt oxfmt ditto pax uudecode
`);
/** Writers that run nothing, whatever their arguments say. */
const PLAIN_WRITERS = names(
  'rm rmdir mv cp install ln link unlink mkdir touch tee dd truncate shred chmod chown chgrp chattr mkfifo mktemp sponge gzip gunzip bzip2 xz',
);
const REMOVERS = names('rm mv shred trash chmod chown rsync rename unlink');
const COPIERS = names('cp mv install ln link tee dd rsync scp curl wget sponge ditto patch gunzip unzip tar');
const TO_LAST = names('cp mv install ln rsync scp ditto');
const SENDERS = names('curl wget http https xh nc ncat telnet openssl');
const BUILDERS = names('make gmake just task rake');
const BUILD_FILES = ['Makefile', 'makefile', 'GNUmakefile', 'justfile', 'Taskfile.yml', 'Rakefile'];

/** A program that changes files, or one we do not know. */
export function inspectWriter(
  name: string,
  first: Word,
  args: readonly Word[],
  cmd: SimpleCommand,
  ctx: Context,
): void {
  if (args.length > WORDS_CAP) return ctx.say('state', `${name} with more arguments than can be checked`);
  const operands = args.filter((w) => !isOption(w));
  inspectOnState(name, args, operands, cmd, ctx);
  if (SENDERS.has(name) && args.some((w) => w.doubt > 0 || FORGE_ADDRESS.test(w.text)))
    ctx.say('finish', `${name} with data for a forge`);
  if (operands.some((w) => RUN_BY_GIT.test(w.text))) ctx.say('finish', GIT_RUNS_IT);
  rememberCopies(name, operands, ctx);
  if (!PLAIN_WRITERS.has(name)) inspectInner(name, args, cmd, ctx);
  if (WRITERS.has(name)) return ctx.say('write', `${name}, which changes files`);
  if (BUILDERS.has(name) && BUILD_FILES.some((file) => mentionsFinish(ctx.files.read(file) ?? '')))
    ctx.say('finish', `${name}, whose file names git or gh`);
  if (first.text.includes('/')) inspectScriptFile(first, ctx);
  // Not a program: a shell alias or function of the user's profile, which may be anything.
  else if (!ctx.files.isProgram(name))
    return ctx.say('opaque', `${name}, which is not a program that can be found`);
  ctx.say('program', `${name}, which may change files`);
}

const FORGE_ADDRESS = /git(hub|lab|ea)|bitbucket|\/(pulls|merge)/i;

function inspectOnState(
  name: string,
  args: readonly Word[],
  operands: readonly Word[],
  cmd: SimpleCommand,
  ctx: Context,
): void {
  const has = (pattern: RegExp) => args.some((w) => pattern.test(w.text));
  const removes =
    (REMOVERS.has(name) && (name !== 'rsync' || has(/^--(del|remove)/))) ||
    (name === 'tar' && has(/^--remove-files$/));
  const removed = name === 'mv' && operands.length > 1 ? operands.slice(0, -1) : operands;
  if (
    anyTouchesState(ctx, args) ||
    (removes && removed.some((w) => touchesState(ctx, w, true))) ||
    cmd.input.some((doc) => MENTIONS_STATE.test(doc.text))
  )
    ctx.say('state', `${name} on the workflow state`);
  if (name === 'patch') inspectPatch(name, args, cmd, ctx);
  const last = operands.at(-1);
  if (!/^(cp|mv|rsync|ditto|install)$/.test(name) || last === undefined || operands.length < 2) return;
  if (touchesState(ctx, last, true) && operands.slice(0, -1).some((w) => bringsState(name, w, ctx)))
    ctx.say('state', `${name} of a folder that holds a workflow state`);
}

/** Whether copying this would bring a state of its own along. */
function bringsState(name: string, w: Word, { files }: Context): boolean {
  if (w.doubt > 0) return false;
  if (w.glob) return globMatches(nameOf(w.text), STATE_FOLDER);
  return files.holdsState(w.text) && (name !== 'mv' || /\/\.?$/.test(w.text));
}

/** The files a copy leaves behind hold something else than before. */
function rememberCopies(name: string, operands: readonly Word[], { files }: Context): void {
  const last = operands.at(-1);
  if (!COPIERS.has(name) || last === undefined) return;
  for (const w of TO_LAST.has(name) ? [last] : operands)
    files.wrote({ ...w, text: w.text.replace(/^of=/, '') });
  if (last.doubt > 0) return;
  for (const w of operands.slice(0, -1)) files.wrote({ ...w, text: `${last.text}/${nameOf(w.text)}` });
}
