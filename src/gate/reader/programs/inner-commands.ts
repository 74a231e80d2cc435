import { nameOf } from '../../paths.ts';
import { onlyGrave, type Context } from '../context.ts';
import { tellsGate } from '../mentions.ts';
import { names, entryOf } from '../names.ts';
import type { SimpleCommand } from '../parse/script.ts';
import { SHELLS } from '../running/shells.ts';
import { touchesState } from '../touches.ts';
import { CRAFTED, textOf, type Word } from '../word.ts';

const SEARCHED_CAP = 20_000;
const ARGS_CAP = 200;
const EDITOR = /^(\+|-[a-zA-Z]*[cSsuP]|--(cmd|remote|server))/;
/** Options, or words, with which a program that changes or reads files runs something else. */
const RUNNING_OPTIONS: Readonly<Record<string, RegExp>> = {
  vi: EDITOR,
  vim: EDITOR,
  nvim: EDITOR,
  ex: EDITOR,
  emacs: /^--?(eval|execute|l|load|f|funcall|script|batch)/,
  less: /^\+/,
  more: /^\+/,
  tar: /^(--(to-command|checkpoint-action|use-compress|info-script|new-volume|rsh|rmt)|-[a-zA-Z]*[IF])/,
  rsync: /^(-[a-zA-Z]*e|--rsh|--rsync-path)/,
  zip: /^(-[a-zA-Z]*TT|--unzip-command)/,
  split: /^--fi/,
  sort: /^--comp/,
  scp: /^-[a-zA-Z0-9]*[SoF]/,
  sftp: /^-[a-zA-Z0-9]*[SoFbD]/,
  wget: /^(--use-askpass|-e|--execute|--config)/,
  curl: /^(-[a-zA-Z]*K|--conf)/,
  sqlite3: /(^|\n)\s*\.(sh|sy|imp|re|o|on|ex)|\b(load_extension|edit)\b|^-(init|cmd)/,
  psql: /\\!|\bprogram\b|^-[a-zA-Z]*f|^--file/i,
};
const READS_COMMANDS = names('ed ex vi vim nvim emacs sqlite3 psql mysql ftp sftp bc dc');
const COMPRESSORS = names('gzip pigz zstd xz bzip2 lz4 lzma zstdmt pzstd');
const FINISHING = /(^|[^\w-])(git|gh|hub)\s+(\S+\s+){0,6}?(push|commit|send-pack|pr)(\s|\W|$)/;

/** What the arguments of a program that may run others would run. */
export function inspectInner(name: string, args: readonly Word[], cmd: SimpleCommand, ctx: Context): void {
  const runs = entryOf(RUNNING_OPTIONS, name);
  if (
    runs !== undefined &&
    args.some((w, k) => w.doubt === CRAFTED || (runs.test(w.text) && !isCompressor(name, args, k)))
  )
    ctx.say('opaque', `${name} with an option that runs other commands`);
  const isFed = cmd.piped || cmd.input.some((doc) => doc.doubt > 0 || /[!.\\]/.test(doc.text));
  if (READS_COMMANDS.has(name) && isFed) ctx.say('opaque', `${name}, which reads what to do from elsewhere`);
  const said = [...args, ...cmd.input].map(({ text }) => text);
  const text = said.join(' ').slice(0, SEARCHED_CAP);
  if (FINISHING.test(text)) ctx.say('finish', `${name}, which is told to run git or gh`);
  if (tellsGate(text)) ctx.say('state', `${name}, which is told to change the workflow state`);
  // Many of them take patterns apart by themselves.
  const isPattern = (w: Word) => w.doubt === 0 && /[*?]/.test(w.text) && w.text.includes('.');
  if (args.some((w) => isPattern(w) && touchesState(ctx, { ...w, glob: true, quoted: false })))
    ctx.say('state', `${name} on the workflow state`);
  if (name === 'cargo' && args.some((w) => /^(smart-)?release$/.test(w.text)))
    ctx.say('finish', 'cargo release');
  const starts = ({ text: program }: Word) =>
    SHELLS.has(nameOf(program)) || /^(git|gh|env)$/.test(nameOf(program));
  const at = args.findIndex((w) => w.doubt === 0 && starts(w));
  if (at !== -1 && args.length < ARGS_CAP) ctx.inspect(args.slice(at), cmd, onlyGrave(ctx));
}

/** `tar -I zstd`, or the same in one word. */
function isCompressor(name: string, args: readonly Word[], k: number): boolean {
  if (name !== 'tar') return false;
  const text = textOf(args[k]);
  const joined = /^--use-compress[\w-]*=(.*)$/.exec(text)?.[1];
  return COMPRESSORS.has(joined ?? args[k + 1]?.text ?? text);
}
