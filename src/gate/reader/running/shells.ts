import type { Context } from '../context.ts';
import { names } from '../names.ts';
import type { SimpleCommand } from '../parse/script.ts';
import { inspectScriptFile } from '../programs/script-files.ts';
import { CRAFTED, textOf, type Word } from '../word.ts';

export const SHELLS = names('sh bash dash zsh ksh mksh ash fish rbash');
const CHANGES_FILES = /\b(rm|mv|cp|tee|dd|truncate|shred|chmod|chown|ln|touch)\b|>|-i\b/;

/** A shell: its script is on the command line, in a file or on its input. */
export function inspectShellProgram(args: readonly Word[], cmd: SimpleCommand, ctx: Context): void {
  if (onlyChecksSyntax(args)) return;
  let k = 0;
  for (; k < args.length; k += 1) {
    const { text, doubt } = args[k] ?? { text: '', doubt: 0 };
    if (!/^[-+]./.test(text)) break;
    if (doubt > 0) return ctx.say('opaque', 'a shell with options that are not written out');
    if (text === '--version' || text === '--help') return;
    if (text === '--') {
      k += 1;
      break;
    }
    if (/rcfile|init-file/.test(text)) return ctx.say('opaque', 'a shell with a start file');
    if (/^-[a-zA-Z]*c[a-zA-Z]*$/.test(text)) return inspectCode(args, k + 1, ctx);
    if (/^-[a-zA-Z]*s[a-zA-Z]*$/.test(text)) return inspectInput(cmd, ctx);
    if (/^([-+]o|-O)$/.test(text)) k += 1;
  }
  const file = args[k];
  if (file !== undefined && file.text !== '-') return inspectScriptFile(file, ctx, true);
  inspectInput(cmd, ctx);
}

function onlyChecksSyntax([option, file]: readonly Word[]): boolean {
  return textOf(option) === '-n' && file !== undefined && !/^[-+]/.test(file.text) && file.doubt < CRAFTED;
}

function inspectCode(args: readonly Word[], from: number, ctx: Context): void {
  const code = args.slice(from).find((w) => !/^[-+]/.test(w.text));
  if (code === undefined || code.doubt > 0)
    return ctx.say('opaque', 'a shell command that is not written out');
  // What it is given as $1 may be the state.
  const isGiven = ctx.reach && args.some((w) => w.doubt > 0) && /\$[\d@*{]/.test(code.text);
  if (isGiven && CHANGES_FILES.test(code.text)) ctx.say('state', 'a shell that is given the workflow state');
  ctx.script(code.text);
}

function inspectInput({ input, piped }: SimpleCommand, ctx: Context): void {
  if (input.length === 0 || piped) return ctx.say('opaque', 'a shell that reads its commands from elsewhere');
  for (const doc of input)
    if (doc.doubt > 0) ctx.say('opaque', 'a shell whose input is not written out');
    else ctx.script(doc.text);
}
