import { nameOf } from '../../paths.ts';
import type { Context } from '../context.ts';
import { MENTIONS_STATE, mentionsFinish } from '../mentions.ts';
import type { Word } from '../word.ts';

/** A script that is about to run: a shell script is read like a command, others are searched. */
export function inspectScriptFile(w: Word, ctx: Context, asShell = false): void {
  const texts = w.doubt > 0 ? [] : ctx.files.texts(w.text);
  if (texts.length === 0) return ctx.say('opaque', 'a script that cannot be read');
  for (const text of texts) inspectText(nameOf(w.text), text, ctx, asShell);
}

function inspectText(name: string, text: string | undefined, ctx: Context, asShell: boolean): void {
  if (text === undefined) return ctx.say('opaque', `${name}, a script that the same command writes`);
  if (asShell || /^#!.*\b(ba|da|z|k|a)?sh\b/.test(text.slice(0, 128)))
    return ctx.script(text.replace(/^#!.*/, ''));
  if (mentionsFinish(text)) ctx.say('finish', `${name}, a script that names git or gh`);
  if (MENTIONS_STATE.test(text)) ctx.say('state', `${name}, a script that names the workflow state`);
}
